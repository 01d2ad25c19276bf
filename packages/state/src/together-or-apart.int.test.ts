import { requestId, type ToldLimit, type UserId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { KeyPool } from './key-pool.ts';
import type { KeyStanding } from './key-standing.ts';
import type { KeyReservation } from './key-words.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, windowsNow } from './testing/test-windows.ts';
import { UserQuota, type UserReservation } from './user-quota.ts';

const redis = testRedis();
const quota = new UserQuota(redis);
const pool = new KeyPool(redis);

/** Calls of one function for the ids of one turn; an id may come again, and what is settled need not be reserved. */
type Turn<Kind extends string> = { readonly do: Kind; readonly ids: readonly number[] };
const ids = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 9 });

/** Carries out a history twice, each turn's calls at once and one after the other: the answers to both. */
async function bothWays<Kind extends string, Answer>(
  history: readonly Turn<Kind>[],
  subject: () => Promise<(kind: Kind, id: number) => Promise<Answer>>,
): Promise<{ together: Answer[][]; apart: Answer[][] }> {
  const [together, apart]: [Answer[][], Answer[][]] = [[], []];
  const [atOnce, inTurn] = [await subject(), await subject()];
  for (const turn of history) {
    together.push(await Promise.all(turn.ids.map((id) => atOnce(turn.do, id))));
    const answers: Answer[] = [];
    for (const id of turn.ids) answers.push(await inTurn(turn.do, id));
    apart.push(answers);
  }
  return { together, apart };
}

const amounts = (of: readonly { remaining: number | null }[] = []) => of.map(({ remaining }) => remaining);

/** What does not depend on when it was asked. */
const timeless = (reply: UserReservation | KeyReservation): object => {
  const times = { nowMs: undefined, untilMs: undefined, retryAtMs: undefined };
  return { ...reply, ...times, remaining: amounts(reply.remaining) };
};

test("a user's calls that go out together come to what they come to one after the other", async () => {
  const limits = [monthly('requests', 9), monthly('tokens', 700, false), monthly('cost', '0.02')];
  const turn = fc.record({ do: fc.constantFrom('reserve', 'limited', 'settle', 'settleForNow'), ids });
  // Leases end between turns, never within one.
  const death = fc.record({
    do: fc.constant('die' as const),
    ids: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(turn, turn, death), { maxLength: 14 }), async (history) => {
      const users: UserId[] = [];
      const { together, apart } = await bothWays(history, async () => {
        const [user, prefix] = [userId(randomId('usr')), randomId('req')];
        users.push(user);
        return async (kind, id) => {
          const request = requestId(`${prefix}-${id}`);
          if (kind === 'settle' || kind === 'settleForNow') {
            const spent = { requests: 1, tokens: 10 ** (id % 3), cost: 1000 * id };
            return {
              settled: await quota.settle({ user, request, spent, rank: kind === 'settle' ? '' : `${id % 2}` }),
            };
          }
          const concurrent = kind === 'limited' ? { concurrent: 4 } : {};
          const leaseMs = kind === 'die' ? -1 : 60_000;
          // Some ask for a part of the limits alone, as for a model that the others do not count, and some for more than there ever is.
          const windows = windowsNow(id % 3 === 0 ? limits.slice(1) : limits);
          const reserve = { requests: 1, tokens: 60 * id, cost: 3_500_000 * id };
          return timeless(await quota.reserve({ user, request, leaseMs, windows, reserve, ...concurrent }));
        };
      });
      expect(together).toEqual(apart);
      const [first, second] = await Promise.all(users.map((user) => quota.read(user, limits)));
      expect(amounts(first?.remaining)).toEqual(amounts(second?.remaining));
      expect(first?.inFlight).toBe(second?.inFlight);
    }),
    { numRuns: 60 },
  );
});

const told: readonly ToldLimit[] = [
  { metric: 'requests', period: 'hour', refill: 'window', limit: 12, remaining: 12, resetsInMs: 3_000_000 },
  { metric: 'tokens', period: 'hour', refill: 'window', limit: 900, remaining: 900, resetsInMs: 3_000_000, model: 'm' },
].map((limit) => ({ ...limit, source: 'header', confidence: 'told' }) as ToldLimit);

test("a key's calls that go out together come to what they come to one after the other", async () => {
  const limits = [monthly('requests', 14), monthly('tokens', 1100)];
  const turns = fc.array(fc.record({ do: fc.constantFrom('reserve', 'limited', 'other', 'success', 'failure'), ids }), {
    maxLength: 12,
  });
  const begins = fc.constantFrom('fresh', 'woken', 'woken for the model', 'suspended for the model');
  await fc.assert(
    fc.asyncProperty(begins, turns, async (begin, history) => {
      const keys: ReturnType<typeof testKey>[] = [];
      const { together, apart } = await bothWays(history, async () => {
        const key = testKey(pool);
        keys.push(key);
        await pool.learn({ ...key, ageMs: 0, told });
        if (begin === 'suspended for the model') await key.suspend('denied', 'm');
        if (begin.startsWith('woken')) {
          const { untilMs } = await key.sleep(3, 'busy', begin === 'woken' ? undefined : 'm');
          await vi.waitFor(async () => expect((await key.read()).nowMs).toBeGreaterThanOrEqual(untilMs ?? 0));
        }
        return async (kind, id) => {
          const attempt = `attempt-${id}`;
          if (kind === 'success' || kind === 'failure')
            return { settled: await key.settle(attempt, kind, { requests: 1, tokens: 10 ** (id % 3), cost: 0 }) };
          const windows = windowsNow(limits);
          const needs = { requests: 1, tokens: 100 };
          return timeless(
            await key.reserve({
              attempt,
              windows,
              model: kind === 'other' ? 'n' : 'm',
              pace: { countedAs: kind === 'other' ? 'n' : 'm', needs, calendars: [], nowMs: Date.now() },
              ...(kind === 'limited' ? { concurrent: 5 } : {}),
            }),
          );
        };
      });
      expect(together).toEqual(apart);
      const [first, second] = await Promise.all(keys.map((key) => key.read(limits)));
      const figures = (standing: KeyStanding | undefined) => ({
        state: standing?.state,
        probing: standing?.probing,
        failures: standing?.failures,
        inFlight: standing?.inFlight,
        models: standing?.models.map(({ model }) => model),
        remaining: amounts(standing?.remaining),
        learned: amounts(standing?.learned),
      });
      expect(figures(first)).toEqual(figures(second));
    }),
    { numRuns: 60 },
  );
});
