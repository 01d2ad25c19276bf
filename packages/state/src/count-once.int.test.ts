import { requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';

const redis = testRedis();
const limits = [monthly('tokens', 1_000_000)];
const windows = windowsNow(limits);

/** What may happen to a request, in any order and any number of times. A dead one's lease is over from the start. */
type Step =
  | { readonly do: 'reserve'; readonly request: number; readonly dead: boolean }
  | { readonly do: 'settle'; readonly request: number }
  | { readonly do: 'sweep' };

const request = fc.integer({ min: 0, max: 4 });
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('reserve' as const), request, dead: fc.boolean() }),
    fc.record({ do: fc.constant('settle' as const), request }),
    fc.record({ do: fc.constant('sweep' as const) }),
  ),
  { maxLength: 25 },
);

const spentBy = (index: number): number => 10 ** index;

/** The tokens that must be counted in the end: what was spent by each settled request once, and what those still running hold. */
function expected(history: readonly Step[]): number {
  const held = new Map<number, number>();
  const counted = new Map<number, number>();
  for (const step of history) {
    if (step.do === 'reserve' && !held.has(step.request)) held.set(step.request, step.dead ? 0 : oneRequest.tokens);
    if (step.do === 'settle' && held.has(step.request)) counted.set(step.request, spentBy(step.request));
  }
  return [...held].reduce((sum, [index, reserved]) => sum + (counted.get(index) ?? reserved), 0);
}

/** A request is reserved once in its life, so a second reservation is left out once it was settled. */
const possible = (history: readonly Step[]): Step[] =>
  history.filter(
    (step, at) =>
      step.do !== 'reserve' ||
      !history.slice(0, at).some((before) => before.do === 'settle' && before.request === step.request),
  );

const leaseOf = (dead: boolean): number => (dead ? -1 : 60_000);

test('a user is charged once for each request, whatever is repeated, late, lost or swept in between', async () => {
  const quota = new UserQuota(redis);
  await fc.assert(
    fc.asyncProperty(steps, async (random) => {
      const history = possible(random);
      const user = userId(randomId('usr'));
      const ids = [0, 1, 2, 3, 4].map(() => requestId(randomId('req')));
      const idOf = (index: number) => ids[index] ?? requestId('');
      for (const step of history) {
        if (step.do === 'reserve')
          await quota.reserve({
            user,
            request: idOf(step.request),
            leaseMs: leaseOf(step.dead),
            windows,
            reserve: oneRequest,
          });
        else if (step.do === 'settle')
          await quota.settle({
            user,
            request: idOf(step.request),
            spent: { ...nothing, tokens: spentBy(step.request) },
          });
        else await quota.read(user, limits);
      }
      expect((await quota.read(user, limits)).remaining).toMatchObject([{ remaining: 1_000_000 - expected(history) }]);
    }),
    { numRuns: 60 },
  );
});

test('a key is charged once for each attempt, whatever is repeated, late, lost or swept in between', async () => {
  const pool = new KeyPool(redis);
  await fc.assert(
    fc.asyncProperty(steps, async (random) => {
      const history = possible(random);
      const key = testKey(pool);
      for (const step of history) {
        if (step.do === 'reserve')
          await key.reserve({ attempt: String(step.request), leaseMs: leaseOf(step.dead), windows });
        else if (step.do === 'settle')
          await key.settle(String(step.request), 'success', { ...nothing, tokens: spentBy(step.request) });
        else await key.read(limits);
      }
      expect((await key.read(limits)).remaining).toMatchObject([{ remaining: 1_000_000 - expected(history) }]);
    }),
    { numRuns: 60 },
  );
});
