import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';

/** As much of an answer as is kept. */
const size = 256 * 1024;

/** What expressions that look for faults, times and secrets could lose themselves in. */
const pieces = [
  ' ',
  '\n',
  '{',
  '[',
  '}',
  '{"error":',
  '[{"error":[',
  '"message":"',
  'input token ',
  'prompts tokens exceed ',
  'account api key ',
  'api key invalid api key ',
  'team does service tier ',
  'retry in 1',
  'try again in 1 minute and ',
  'Limit 1, Used 1 ',
  'bearer ',
  'bearer sk-',
  'https://x?key=1&token=',
  'x-api-key: " ',
  'eyJabcdefgh.',
  'AIza',
  '<',
  'data: ',
  'limit: 0',
  "' ",
  '`',
  'daily a ',
  'the model x team ',
  'in organization `org_x ',
  'project ',
  'resets at 2026-01-01T',
  '1.00:00:0',
  'é',
];

describe.each(Object.values(providers).map((provider) => [provider.name, provider] as const))('%s', (_, provider) => {
  it.each(pieces)('reads an answer of nothing but %j in no time to speak of', (piece) => {
    const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    const startedAt = performance.now();
    for (const body of [text, JSON.stringify({ error: { message: text, type: text, code: text } })])
      for (const status of [400, 429]) {
        expect(provider.classify({ at: 'response', status, headers: {}, body }).reason).toMatch(/./);
        provider.account({ headers: {}, body });
        provider.limits.read({ model: 'm', status, headers: {}, body });
      }
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});
