import { classOf, type Json } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { allProviders } from '../conformance/fixtures.ts';

const days = 86_400;

describe.each(allProviders.map((provider) => [provider.name, provider] as const))(
  'a wait that %s names',
  (_, provider) => {
    const failed = (headers: Record<string, string>, error: Json) =>
      provider.classify({ at: 'response', status: 429, headers, body: JSON.stringify({ error }) });

    it.each([1, 3, 31])('is kept where it is %i days long, for a failure that passes by itself too', (count) => {
      const failure = failed({ 'retry-after': String(count * days + 1) }, { message: 'Slow down.' });
      expect(classOf(failure)).toBe('transient');
      expect(failure.retryAfterMs).toBe((count * days + 1) * 1000);
    });

    it('is the longest of as many as one answer holds', () => {
      const details = Array.from({ length: 200_000 }, (_, at) => ({ retryDelay: `${at + 1}s` }));
      expect(failed({}, { message: 'Slow down.', details }).retryAfterMs).toBe(200_000_000);
    });
  },
);
