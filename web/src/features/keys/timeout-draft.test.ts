import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areDefault, noTimeouts, timeoutBody, timeoutDraft } from './timeout-draft.ts';
import { timeoutWords } from './timeout-words.ts';

it('leaves to the gateway what was left empty', () => {
  expect(timeoutBody(noTimeouts)).toEqual({ first_byte_ms: null, stall_ms: null, plain_ms: null });
  expect(areDefault(timeoutDraft({}))).toBe(true);
});

it('sends what was entered, and shows what is stored', () => {
  const draft = timeoutDraft({ stall_ms: 1500 });
  expect(draft).toEqual({ ...noTimeouts, stall: '1500' });
  expect(areDefault(draft)).toBe(false);
  expect(timeoutBody({ ...draft, plain: ' 90000 ' })).toEqual({
    first_byte_ms: null,
    stall_ms: 1500,
    plain_ms: 90_000,
  });
});

it('says the defaults that the gateway has', () => {
  const documented = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  for (const { variable, unsetMs } of timeoutWords)
    expect(documented).toContain(`| \`${variable}\` | \`${unsetMs}\` |`);
});
