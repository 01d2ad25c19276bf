import type { LoadTarget } from './closed-loop.ts';
import { Connection } from './connection.ts';
import { type LoadResult, Tally } from './tally.ts';

const tickMs = 1;

/**
 * `perSecond` requests for `ms`, whatever becomes of those before: who answers slowly is not asked less. A request that finds every connection
 * taken waits for one, and its latency counts from when it was due.
 */
export async function fixedRate(
  { port, request }: LoadTarget,
  { connections, perSecond, ms }: { readonly connections: number; readonly perSecond: number; readonly ms: number },
): Promise<LoadResult> {
  const tally = new Tally();
  const all = Array.from({ length: connections }, (_, index) => ({
    link: new Connection(port),
    caller: index,
    sent: 0,
  }));
  const free = [...all];
  const waiting: number[] = [];
  const total = Math.floor((perSecond * ms) / 1000);
  let due = 0;
  let ended = 0;
  const { promise, resolve } = Promise.withResolvers<void>();

  const sendWaiting = (): void => {
    while (waiting.length > 0 && free.length > 0) {
      const dueAt = waiting.shift() ?? 0;
      const connection = free.shift() as (typeof all)[number];
      connection.link.send(request(connection.caller, connection.sent), (answer) => {
        tally.count(answer, dueAt, tally.elapsedMs <= ms);
        connection.sent += 1;
        free.push(connection);
        ended += 1;
        if (ended === total) resolve();
        else sendWaiting();
      });
    }
  };
  const ticking = setInterval(() => {
    const now = performance.now();
    const until = Math.min(total, Math.floor((tally.elapsedMs * perSecond) / 1000));
    for (; due < until; due += 1) waiting.push(now);
    sendWaiting();
  }, tickMs);
  if (total > 0) await promise;
  clearInterval(ticking);
  for (const { link } of all) link.close();
  return tally.result(ms);
}
