import { setTimeout as wait } from 'node:timers/promises';
import { type DeliveryParts, dealWith } from './deliver.ts';
import { mostWebhooks } from './store.ts';

/** Messages under way at once to one webhook: one that does not answer holds up its own messages alone, however many there are. */
const mostEach = 5;
const together = mostEach * mostWebhooks;
/** Longer than a delivery takes: who takes a message and dies leaves it to another. */
const leaseMs = 60_000;
const pauseMs = 1000;
const pauseAfterErrorMs = 5000;

/**
 * Looks every second whether a message is due, and at once when one was dealt with. No delivery waits for another: a receiver that does not
 * answer holds up nobody else's messages.
 */
export function startDeliveries(parts: DeliveryParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Each with the webhook that it goes to. */
  const underWay = new Map<Promise<void>, string | undefined>();
  let failing = false;
  const trouble = (err: unknown): void => {
    if (!failing) parts.logger.warn({ err }, 'messages to webhooks wait; trying again');
    failing = true;
  };

  /** Gives the number of messages it took. */
  const takeDue = async (): Promise<number> => {
    const has = { mostEach, underWay: [...underWay.values()].filter((webhook) => webhook !== undefined) };
    const due = await parts.messages.take(together - underWay.size, leaseMs, has);
    const spreading: Promise<void>[] = [];
    for (const message of due) {
      const ended = dealWith(parts, message, signal)
        .catch(trouble)
        .finally(() => underWay.delete(ended));
      underWay.set(ended, message.webhook);
      if (message.webhook === undefined) spreading.push(ended);
    }
    // What they are spread to is due at once.
    await Promise.all(spreading);
    return due.length;
  };
  /** One that is dealt with makes room for the next of its webhook. */
  const pauseFor = async (pause: number): Promise<void> => {
    const woken = new AbortController();
    const over = wait(pause, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
    await Promise.race([over, ...underWay.keys()]);
    woken.abort();
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let pause = pauseMs;
      try {
        if (underWay.size < together) {
          if ((await takeDue()) > 0) pause = 0;
          failing = false;
        }
      } catch (error) {
        trouble(error);
        pause = pauseAfterErrorMs;
      }
      if (pause > 0) await pauseFor(pause);
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
      await Promise.all(underWay.keys());
    },
  };
}
