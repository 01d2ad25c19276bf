import { type AlertRules, capsLeft, isSpent } from '@palimpsest/domain';
import { type Finding, minuteMs } from '../finding.ts';
import type { PoolKey } from '../pool-key.ts';

/**
 * Whether too few keys can serve, or too little is left of the capped ones. A key with a mark cannot serve, nor can one that has used up what
 * its operator gave it. A pool without enabled keys has no capacity to lose.
 */
export function lowCapacity(rule: AlertRules['lowCapacity'], pool: readonly PoolKey[]): Finding[] {
  const enabled = pool.filter(({ key }) => key.enabled);
  const usable = enabled.filter((one) => one.standing.state === 'active' && !isSpent(one)).length;
  const findings: Finding[] = [];
  const found = (target: string, message: string) =>
    findings.push({ kind: 'low_capacity', target, forMs: rule.forMinutes * minuteMs, message });
  if (isBelow(usable, enabled.length, rule.usableKeysPercent))
    found(
      'usable keys',
      `${usable} of ${enabled.length} enabled keys can serve, less than ${rule.usableKeysPercent} %.`,
    );
  const { left, amount } = capsLeft(enabled) ?? { left: 0, amount: 0 };
  if (isBelow(left, amount, rule.remainingRequestsPercent))
    found(
      'remaining requests',
      `${left} of ${amount} requests are left on the capped keys, less than ${rule.remainingRequestsPercent} %.`,
    );
  return findings;
}

const isBelow = (part: number, whole: number, percent: number): boolean => whole > 0 && 100 * part < percent * whole;
