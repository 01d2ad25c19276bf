import { providerNames } from '@palimpsest/domain';
import { z } from 'zod';
import type { PriceInput } from '../../prices/store.ts';
import { idOf, instant, modelName, money, mostNanoUsd, time, usd } from '../schemas/values.ts';

const rate = usd.refine((nano) => nano <= mostNanoUsd, { error: 'must be at most 1000000' });

/** A price, to domain words; it holds from now on where nothing else is said. */
export const priceBody = z
  .strictObject({
    provider: z.enum(providerNames),
    vendor: z.string().trim().min(1).max(200).nullish(),
    model: modelName,
    input_per_million: rate,
    cached_input_per_million: rate.nullish(),
    output_per_million: rate,
    per_request: rate.nullish(),
    effective_from: instant.nullish(),
  })
  .transform(
    (body): PriceInput => ({
      provider: body.provider,
      vendor: body.vendor ?? null,
      model: body.model,
      inputPerMillion: body.input_per_million,
      cachedInputPerMillion: body.cached_input_per_million ?? null,
      outputPerMillion: body.output_per_million,
      perRequest: body.per_request ?? 0n,
      effectiveFromMs: body.effective_from ?? Date.now(),
    }),
  );

export const priceSchema = z
  .object({
    id: idOf('prc'),
    provider: z.string(),
    vendor: z.string().nullable(),
    model: z.string(),
    input_per_million: money,
    cached_input_per_million: money.nullable(),
    output_per_million: money,
    per_request: money,
    effective_from: time,
    created_at: time,
  })
  .meta({ id: 'Price' });
