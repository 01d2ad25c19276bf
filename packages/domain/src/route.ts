import type { ProviderName } from './provider-key.ts';

/** One public model name over several targets, the most preferred first: all keys of one before any of the next. */
export type Route = {
  readonly name: string;
  readonly targets: readonly { readonly provider: ProviderName; readonly model: string }[];
  /** Put before the conversation when the client sent no system prompt of its own. */
  readonly systemPrompt: string | null;
};
