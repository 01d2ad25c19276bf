import type { Price } from '../../api/schema.gen.ts';
import { providers } from '../keys/key-words.ts';

/** A price while it is entered: USD as the texts that were typed, empty ones left to the gateway. */
export type PriceDraft = {
  readonly provider: (typeof providers)[number];
  readonly vendor: string;
  readonly model: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly perRequest: string;
  /** As the browser's date field has it, in local time; empty: now. */
  readonly from: string;
};

export const emptyPrice: PriceDraft = {
  provider: 'openai',
  vendor: '',
  model: '',
  input: '',
  cachedInput: '',
  output: '',
  perRequest: '',
  from: '',
};

/** A new price for what an older one was for. */
export const successorOf = (price: Price): PriceDraft => ({
  ...emptyPrice,
  provider: providers.find((word) => word === price.provider) ?? 'openai_compatible',
  vendor: price.vendor ?? '',
  model: price.model,
  input: price.input_per_million,
  cachedInput: price.cached_input_per_million ?? '',
  output: price.output_per_million,
  perRequest: price.per_request,
});

/** What the API is sent for it. */
export const priceBody = (draft: PriceDraft) => ({
  provider: draft.provider,
  vendor: orNull(draft.vendor),
  model: draft.model.trim(),
  input_per_million: draft.input.trim(),
  cached_input_per_million: orNull(draft.cachedInput),
  output_per_million: draft.output.trim(),
  per_request: orNull(draft.perRequest),
  effective_from: draft.from === '' ? null : new Date(draft.from).toISOString(),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
