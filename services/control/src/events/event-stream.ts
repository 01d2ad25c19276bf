import type { ChangeFeed } from './change-feed.ts';
import type { Topic } from './topics.ts';

/** Milliseconds of silence after which a comment shows that the connection still stands. */
const heartbeatMs = 15_000;
/** Milliseconds after which a browser that lost the stream opens it again. */
const retryMs = 3_000;

export type EventStreamOptions = {
  /** Asked as often as a heartbeat may come, also where changes come instead: whoever is not let in any more hears nothing further. */
  readonly isStillIn: () => Promise<boolean>;
  readonly heartbeatMs?: number;
  /** Aborts when the reader is gone. */
  readonly signal: AbortSignal;
};

/**
 * What changed, as server-sent events; `undefined` where too many listen already. A reader that is slow gets one event for all that
 * changed meanwhile, so nothing piles up.
 */
export function eventStream(
  feed: ChangeFeed,
  { isStillIn, signal, heartbeatMs: beatMs = heartbeatMs }: EventStreamOptions,
): AsyncGenerator<string> | undefined {
  const pending = new Set<Topic>();
  let over = false;
  let wake = (): void => undefined;
  const end = (): void => {
    over = true;
    wake();
  };
  const leave = feed.listen({
    changed(topics) {
      for (const topic of topics) pending.add(topic);
      wake();
    },
    ended: end,
  });
  if (leave === undefined) return undefined;
  // Who is gone before the first read never begins the generator, nor ends it.
  const gone = (): void => {
    leave();
    end();
  };
  if (signal.aborted) gone();
  else signal.addEventListener('abort', gone, { once: true });
  return events(leave);

  async function* events(stop: () => void): AsyncGenerator<string> {
    try {
      yield `retry: ${retryMs}\n\n`;
      for (let askedAt = performance.now(); !over; ) {
        if (pending.size === 0) await wokenWithin(beatMs);
        if (over) return;
        if (pending.size === 0 || performance.now() - askedAt >= beatMs) {
          if (!(await isStillIn())) return;
          askedAt = performance.now();
        }
        if (pending.size === 0) {
          yield ': \n\n';
          continue;
        }
        const data = JSON.stringify({ changed: [...pending] });
        pending.clear();
        yield `event: changed\ndata: ${data}\n\n`;
      }
    } finally {
      stop();
    }
  }

  function wokenWithin(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    wake = resolve;
    return promise.finally(() => clearTimeout(timer));
  }
}
