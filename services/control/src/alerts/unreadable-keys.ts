import type { Logger } from '@palimpsest/runtime';
import { newAlertId } from '@palimpsest/runtime';
import type { AlertLog, Observation } from '@palimpsest/state';
import { openSecret } from '../provider-keys/open-secret.ts';
import type { ControlRegistry } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';

export type UnreadableKeyParts = {
  readonly registry: ControlRegistry;
  readonly keyring: Keyring;
  readonly alerts: AlertLog;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds that nobody must have been able to open a key before an alert is raised. */
  readonly forMs?: number;
};

const kind = 'unreadable_key';

/**
 * Raises an alert for every enabled key whose secret does not open, and ends those that are over. Only control can look: metering has no
 * master key. What one replica opens is over for all, so that one with another master key raises nothing as long as there are such.
 */
export async function unreadableKeysRound(parts: UnreadableKeyParts): Promise<void> {
  const { registry, keyring, alerts, logger, forMs = 30_000 } = parts;
  const observe = async (seen: Omit<Observation, 'kind'>): Promise<void> => {
    const { target, message } = seen;
    const outcome = await alerts.observe(newAlertId(), { kind, ...seen });
    if (outcome === 'raised') logger.warn({ kind, target }, message);
    if (outcome === 'ended') logger.info({ kind, target }, 'alert ended');
    if (outcome === 'full') logger.warn({ kind, target }, 'too many alerts are open: this one is not raised');
  };
  const watched = await alerts.watched();
  const unreadable = new Set<string>();
  for await (const { value: key } of registry.all('provider-keys')) {
    const secret = openSecret(keyring, key);
    if (!key.enabled || !('unreadable' in secret)) continue;
    unreadable.add(key.id);
    const message = `The key ${key.name} of ${key.vendor} cannot be used: its ${secret.unreadable}.`;
    await observe({ target: key.id, holds: true, forMs, message });
  }
  for (const { kind: ofKind, target } of watched)
    if (ofKind === kind && !unreadable.has(target)) await observe({ target, holds: false, forMs, message: '' });
}
