import { providerNames } from '@palimpsest/domain';
import { z } from 'zod';
import { modelName, time } from '../schemas/values.ts';

/** A public model name; it stands in a URL and in requests. */
const routeName = z
  .string()
  .regex(/^[A-Za-z0-9._:@/-]{1,200}$/, { error: 'must be 1 to 200 letters, digits or any of ._:@/-' });

export const routeParams = z.object({ name: routeName });

const target = z.strictObject({ provider: z.enum(providerNames), model: modelName });

export const routeBody = z.strictObject({
  name: routeName.optional().meta({ description: 'May repeat the name in the address.' }),
  targets: z.array(target).min(1).max(50).meta({ description: 'The most preferred first.' }),
  system_prompt: z.string().max(100_000).nullish(),
});

export const routeSchema = z
  .object({
    name: z.string(),
    targets: z.array(z.object({ provider: z.enum(providerNames), model: z.string() })),
    system_prompt: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Route' });
