import { readFacts } from '../classification/facts.ts';
import { type LimitReader, placed } from '../limits/limit-reader.ts';
import { headerReader } from '../limits/read-headers.ts';
import { readTexts } from '../limits/read-texts.ts';

/**
 * Groq has OpenAI's names; Mistral and Cerebras append the period (docs.mistral.ai; inference-docs.cerebras.ai), Together has none for
 * the metric (docs.together.ai/docs/rate-limits), older answers of Mistral speak of size. As of 2026-11.
 */
const readHeaders = headerReader([
  {
    name: /^x-ratelimit-(?<part>limit|remaining|reset)-(?<metric>req|requests|tokens)(?:-(?<period>second|minute|hour|day|month))?$/,
  },
  { name: /^x-ratelimit-(?<part>limit|remaining|reset)$/, metric: 'requests' },
  { name: /^x-tokenlimit-(?<part>limit|remaining|reset)$/, metric: 'tokens' },
  {
    name: /^(?:x-)?ratelimitbysize-(?<part>limit|remaining|reset)(?:-(?<period>second|minute|hour|day|month))?$/,
    metric: 'tokens',
  },
]);

export const limits: LimitReader = {
  read({ model, status, headers, body }) {
    const told = readHeaders(headers);
    return placed(model, status >= 400 ? [...told, ...readTexts(readFacts(status, headers, body))] : told);
  },
  countedAs: (model) => model,
  // Tokens of a month, at Mistral.
  calendars: [{ period: 'month', timeZone: 'UTC' }],
};
