import { type AlertRules, alertRulesId, defaultAlertRules } from '@palimpsest/domain';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { ControlRegistry } from '../registry-records.ts';

/** As the operator API has them. */
export const alertRulesView = ({ lowCapacity, keyAnomaly, errorRate }: AlertRules) => ({
  low_capacity: {
    enabled: lowCapacity.enabled,
    usable_keys_percent: lowCapacity.usableKeysPercent,
    remaining_requests_percent: lowCapacity.remainingRequestsPercent,
    for_minutes: lowCapacity.forMinutes,
  },
  key_anomaly: {
    enabled: keyAnomaly.enabled,
    consecutive_failures: keyAnomaly.consecutiveFailures,
    for_minutes: keyAnomaly.forMinutes,
  },
  error_rate: {
    enabled: errorRate.enabled,
    error_percent: errorRate.errorPercent,
    min_requests: errorRate.minRequests,
    window_minutes: errorRate.windowMinutes,
  },
});

/** Sets all rules. `undefined`: somebody wrote them meanwhile. */
export async function putAlertRules(
  registry: ControlRegistry,
  actor: Actor,
  value: AlertRules,
): Promise<AlertRules | undefined> {
  const from = await registry.get('alert-rules', alertRulesId);
  const audit = auditEntry(actor, {
    action: 'alert_rules.update',
    target: 'alert rules',
    before: alertRulesView(from?.value ?? defaultAlertRules),
    after: alertRulesView(value),
  });
  const { outcome } = await registry.put('alert-rules', { id: alertRulesId, from, value, audit });
  return outcome === 'written' ? value : undefined;
}
