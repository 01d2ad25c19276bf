import { type AlertRules, quotaTag, tightestCap } from '@palimpsest/domain';
import { type Finding, minuteMs } from '../finding.ts';
import type { PoolKey } from '../pool-key.ts';

/** Whether too few keys can serve, or too little is left of the capped ones. A pool without enabled keys has no capacity to lose. */
export function lowCapacity(rule: AlertRules['lowCapacity'], pool: readonly PoolKey[]): Finding[] {
  const enabled = pool.filter(({ key }) => key.enabled);
  const usable = enabled.filter(({ standing }) => standing.state === 'active').length;
  const findings: Finding[] = [];
  const found = (target: string, message: string) =>
    findings.push({ kind: 'low_capacity', target, forMs: rule.forMinutes * minuteMs, message });
  if (isBelow(usable, enabled.length, rule.usableKeysPercent))
    found(
      'usable keys',
      `${usable} of ${enabled.length} enabled keys can serve, less than ${rule.usableKeysPercent} %.`,
    );
  const { left, amount } = requestsOf(enabled);
  if (isBelow(left, amount, rule.remainingRequestsPercent))
    found(
      'remaining requests',
      `${left} of ${amount} requests are left on the capped keys, less than ${rule.remainingRequestsPercent} %.`,
    );
  return findings;
}

const isBelow = (part: number, whole: number, percent: number): boolean => whole > 0 && 100 * part < percent * whole;

/** Keys of one quota group drain one bucket, which counts once: as its tightest key has it. */
function requestsOf(enabled: readonly PoolKey[]): { left: number; amount: number } {
  const byTag = new Map<string, { left: number; amount: number }>();
  for (const { key, standing } of enabled) {
    const cap = tightestCap(key.limits, standing.remaining);
    const tag = quotaTag(key);
    if (cap !== undefined && cap.left <= (byTag.get(tag)?.left ?? cap.left)) byTag.set(tag, cap);
  }
  const caps = [...byTag.values()];
  const sum = (figure: 'left' | 'amount') => caps.reduce((total, cap) => total + cap[figure], 0);
  return { left: sum('left'), amount: sum('amount') };
}
