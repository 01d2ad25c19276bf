import { describe, expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { decided, type Verdict } from './candidate.ts';
import { poolError } from './pool-error.ts';

const candidates = (...verdicts: readonly [Verdict, number | null][]) =>
  verdicts.map(([verdict, untilMs], index) => decided(poolMember(`k${index}`), verdict, untilMs));

describe('the refusal of a pool', () => {
  it('names how many keys were looked at, why each was passed over, and the first to wake', () => {
    const error = poolError(
      candidates(['sleeping', 60_000], ['sleeping', 41_500], ['exhausted', 900_000], ['suspended', null]),
      500,
    );
    expect(error).toMatchObject({ code: 'pool_exhausted', status: 429 });
    expect(error.publicMessage).toContain('4 keys: 2 sleeping, 1 exhausted, 1 suspended; the first is back in 41 s');
    expect(error.options.retryAfterMs).toBe(41_000);
  });

  it('is 503 where only an operator can help', () => {
    expect(
      poolError(candidates(['suspended', null], ['disabled', null], ['unreadable', null], ['model', null]), 0),
    ).toMatchObject({ code: 'no_usable_key', status: 503 });
  });

  it('is 404 where no key has access to the model, and waits for nobody who has none', () => {
    expect(poolError(candidates(['model', null], ['model', null]), 0)).toMatchObject({ code: 'model_not_found' });
    const error = poolError(candidates(['model', null], ['sleeping', 12_000]), 0);
    expect(error).toMatchObject({ code: 'pool_exhausted', options: { retryAfterMs: 12_000 } });
  });

  it('waits for nobody whose model cannot serve the request', () => {
    const error = poolError(candidates(['unable', null], ['sleeping', 12_000]), 0);
    expect(error).toMatchObject({ code: 'pool_exhausted', options: { retryAfterMs: 12_000 } });
    expect(error.publicMessage).toContain('2 keys: 1 sleeping, 1 unable to serve this request');
  });

  it('never tells to come back sooner than in a second', () => {
    expect(poolError(candidates(['sleeping', 10]), 0).options.retryAfterMs).toBe(1000);
    expect(poolError(candidates(['concurrent', null]), 0).options.retryAfterMs).toBe(1000);
  });
});
