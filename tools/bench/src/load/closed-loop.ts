import { Connection } from './connection.ts';
import { type LoadResult, Tally } from './tally.ts';

export type LoadTarget = {
  readonly port: number;
  /** The bytes of the next request of a caller; `nth` of that caller, from 0. Asked for each one, so it must cost little. */
  readonly request: (caller: number, nth: number) => Buffer;
};

export type ClosedLoopOptions = {
  readonly callers: number;
  readonly ms: number;
  /** Ends before `ms` are over where so many have been sent. */
  readonly mostRequests?: number;
};

/**
 * So many callers, each sending its next request when it has the answer to the last, for `ms`. Requests under way at the end are waited for,
 * so that whoever answers them finishes its work.
 */
export async function closedLoop(
  { port, request }: LoadTarget,
  { callers, ms, mostRequests = Number.POSITIVE_INFINITY }: ClosedLoopOptions,
): Promise<LoadResult> {
  const tally = new Tally();
  let sent = 0;
  const caller = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const connection = new Connection(port);
      let nth = 0;
      const next = (): void => {
        if (tally.elapsedMs >= ms || sent >= mostRequests) {
          connection.close();
          resolve();
          return;
        }
        sent += 1;
        const bytes = request(index, nth);
        nth += 1;
        const sentAt = performance.now();
        connection.send(bytes, (answer) => {
          tally.count(answer, sentAt, tally.elapsedMs <= ms);
          // A refused connection must not become a busy loop.
          if (answer === undefined) setTimeout(next, 10);
          else next();
        });
      };
      next();
    });
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  return tally.result(ms);
}
