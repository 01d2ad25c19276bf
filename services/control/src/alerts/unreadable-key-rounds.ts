import { type Repeated, repeat } from '@palimpsest/runtime';
import { type UnreadableKeyParts, unreadableKeysRound } from './unreadable-keys.ts';

const pauseMs = 10_000;

/** Looks every ten seconds for keys that do not open. */
export const startUnreadableKeyRounds = (parts: UnreadableKeyParts): Repeated =>
  repeat(
    pauseMs,
    () => unreadableKeysRound(parts),
    (err) => parts.logger.info({ err }, 'keys that do not open cannot be looked for now'),
  );
