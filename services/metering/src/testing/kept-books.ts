import {
  attemptId,
  type Limit,
  providerKeyId,
  requestId,
  spentByUser,
  type UsageEvent,
  userId,
} from '@palimpsest/domain';
import { type LimitWindows, windowsOf } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import type { openBooks } from './open-books.ts';
import { sampleAttempt, sampleEvent } from './sample-event.ts';

type Books = ReturnType<typeof openBooks>;

const ada = userId('usr_ada');
const key = providerKeyId('key_paid');

/** Limits of the month: no test crosses its end twice. */
const monthly = (['requests', 'tokens', 'cost'] as const).map(
  (metric): Limit => ({
    metric,
    amount: 1_000_000,
    period: 'month',
    timeZone: 'UTC',
    models: undefined,
    enforce: true,
  }),
);

const reserve = { requests: 1, tokens: 500, cost: 90_000 };
const windowsFor = (model: string): LimitWindows => windowsOf(monthly, model, Date.now());

/** What a proxy does for one call, on the real books: open, reserve, and where it ends, append and settle. */
export function keptBooks(books: Books) {
  const begin = async () => {
    const request = requestId(randomId('req'));
    const attempt = attemptId(request, key);
    await books.stream.open({ request, leaseMs: 60_000, record: new Uint8Array([1]) });
    const user = await books.quota.reserve({
      user: ada,
      request,
      leaseMs: 60_000,
      windows: windowsFor('smart'),
      reserve,
    });
    const tag = { tag: key, key };
    const lease = await books.pool.reserve({
      ...tag,
      attempt,
      model: 'gpt-4o',
      leaseMs: 60_000,
      windows: windowsFor('gpt-4o'),
      reserve,
    });
    const event: UsageEvent = sampleEvent({
      requestId: request,
      userId: ada,
      atMs: user.nowMs,
      chain: [sampleAttempt({ key, reservedAtMs: lease.nowMs })],
    });
    return { request, attempt, event };
  };
  const settle = async ({ attempt, event }: Awaited<ReturnType<typeof begin>>) => {
    await Promise.all([
      books.append(event),
      books.quota.settle({ user: ada, request: event.requestId, spent: spentByUser(event) }),
      books.pool.settle({ tag: key, key, attempt, spent: spentByUser(event), outcome: 'success' }),
    ]);
    return event;
  };
  return { begin, settle, call: async () => settle(await begin()), ada, key };
}
