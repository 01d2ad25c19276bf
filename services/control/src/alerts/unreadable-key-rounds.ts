import { setTimeout as wait } from 'node:timers/promises';
import { type UnreadableKeyParts, unreadableKeysRound } from './unreadable-keys.ts';

const pauseMs = 10_000;

/** Looks every ten seconds for keys that do not open. */
export function startUnreadableKeyRounds(parts: UnreadableKeyParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await unreadableKeysRound(parts).catch((err: unknown) =>
        parts.logger.info({ err }, 'keys that do not open cannot be looked for now'),
      );
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
