import { setTimeout as wait } from 'node:timers/promises';
import { type DeliveryParts, dealWith } from './deliver.ts';

/** Messages under way at once. */
const together = 100;
/** Longer than a delivery takes: who takes a message and dies leaves it to another. */
const leaseMs = 60_000;
const pauseMs = 1000;
const pauseAfterErrorMs = 5000;

/**
 * Looks every second whether a message is due, and goes on at once while there are. No delivery waits for another: a receiver that does not
 * answer holds up nobody else's messages.
 */
export function startDeliveries(parts: DeliveryParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Set<Promise<void>>();
  let failing = false;
  const trouble = (err: unknown): void => {
    if (!failing) parts.logger.warn({ err }, 'messages to webhooks wait; trying again');
    failing = true;
  };

  /** Gives the number of messages it took. */
  const takeDue = async (): Promise<number> => {
    const due = await parts.messages.take(together - underWay.size, leaseMs);
    const spreading: Promise<void>[] = [];
    for (const message of due) {
      const ended = dealWith(parts, message, signal)
        .catch(trouble)
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
      if (message.webhook === undefined) spreading.push(ended);
    }
    // What they are spread to is due at once.
    await Promise.all(spreading);
    return due.length;
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
      if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
      await Promise.all(underWay);
    },
  };
}
