import { expect, it } from 'vitest';
import { unknownPath } from './unknown-path.ts';

it.each(['/chat/completions', '/v1/v1/chat/completions', '/v1/chat/completions/', '/openai/chat/completions?a=1'])(
  'tells who asks for %s where that is',
  (url) => {
    expect(unknownPath('POST', url).publicMessage).toMatch(/ It is at \/v1\/chat\/completions: a client's base URL/);
  },
);

it('says no more of a path that nobody could mean', () => {
  expect(unknownPath('GET', '/v1/files?key=secret').publicMessage).toBe('There is no GET /v1/files here.');
});

it('reads a path of slashes once, and not once for each of them', () => {
  const path = `/${'/'.repeat(4_000_000)}x`;
  // With a pattern this would take hours.
  expect(unknownPath('GET', path).publicMessage).toContain(path);
});
