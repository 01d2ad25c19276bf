import type { AlertRules } from '@palimpsest/domain';
import { type Finding, minuteMs } from '../finding.ts';
import type { PoolKey } from '../pool-key.ts';

/**
 * The keys that fail again and again, and those that their provider rejected. An exhausted key does what its limit says; one that an
 * operator suspended is no news.
 */
export function keyAnomalies(rule: AlertRules['keyAnomaly'], pool: readonly PoolKey[]): Finding[] {
  return pool.flatMap(({ key, standing }): Finding[] => {
    const { state, refused, failures, reason } = standing;
    const failing = failures >= rule.consecutiveFailures && state !== 'exhausted' && state !== 'suspended';
    if (!key.enabled || !(refused || failing)) return [];
    const because = reason === '' ? '' : `: ${reason}`;
    const words = refused ? `was rejected by its provider${because}` : `failed ${failures} times in a row${because}`;
    const message = `The key ${key.name} of ${key.vendor} ${words}.`;
    return [{ kind: 'key_anomaly', target: key.id, forMs: rule.forMinutes * minuteMs, message }];
  });
}
