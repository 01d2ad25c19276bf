import type { ChatBody, Json } from '@palimpsest/domain';
import type { Refusal } from '../provider.ts';
import { refuse } from './refuse.ts';

type RefusedParameter = { readonly param: string; readonly asks: (value: Json) => boolean; readonly why: string };

/**
 * What changes the answer's meaning or form and exists in OpenAI's dialect alone. Leaving it out would give the client something else than
 * it asked for; parameters that only tune (seed, bias, tier, caching) are left out instead.
 */
const refusedParameters: readonly RefusedParameter[] = [
  { param: 'n', asks: (value) => typeof value === 'number' && value > 1, why: 'gives one answer to a request' },
  { param: 'logprobs', asks: (value) => value === true, why: 'tells no log probabilities' },
  { param: 'audio', asks: (value) => value !== null, why: 'does not speak' },
  {
    param: 'modalities',
    asks: (value) => Array.isArray(value) && value.some((modality) => modality !== 'text'),
    why: 'answers in text alone',
  },
  { param: 'web_search_options', asks: (value) => value !== null, why: 'takes no web search options' },
];

/** The first parameter that a provider without OpenAI's extras has to refuse. `provider` is its name as people write it. */
export function refusedParameter(body: ChatBody, provider: string): Refusal | undefined {
  for (const { param, asks, why } of refusedParameters) {
    const value = body[param];
    if (value !== undefined && asks(value))
      return refuse(param, `${provider} ${why}.`, param === 'n' ? 'unsupported_value' : 'unsupported_parameter');
  }
  return undefined;
}

/** `stop` in both of OpenAI's forms. */
export function stopSequences(body: ChatBody): readonly string[] {
  if (typeof body.stop === 'string') return [body.stop];
  return body.stop ?? [];
}
