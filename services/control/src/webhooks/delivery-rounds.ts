import { setTimeout as wait } from 'node:timers/promises';
import { type DeliveryParts, deliverDue } from './deliver.ts';

const pauseMs = 1000;
const pauseAfterErrorMs = 5000;

/** Looks every second whether a message is due, and goes on at once while there are. */
export function startDeliveries(parts: DeliveryParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (let failing = false; !signal.aborted; ) {
      let pause = pauseMs;
      try {
        if ((await deliverDue(parts, signal)) > 0) pause = 0;
        failing = false;
      } catch (err) {
        if (!failing) parts.logger.warn({ err }, 'messages to webhooks wait; trying again');
        failing = true;
        pause = pauseAfterErrorMs;
      }
      if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
