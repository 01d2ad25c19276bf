import type { AlertRules } from '@palimpsest/domain';
import type { PulseFigures } from '../../rollups/overview.ts';
import { type Finding, percentOf } from '../finding.ts';

/** Whether too many of the window's requests failed. Those that were rejected say something of users, not of the pool. */
export function errorRate(
  rule: AlertRules['errorRate'],
  figures: Pick<PulseFigures, 'requests' | 'rejected' | 'failed' | 'abandoned'>,
): Finding[] {
  const served = figures.requests - figures.rejected;
  const failed = figures.failed + figures.abandoned;
  if (served < rule.minRequests || served === 0 || 100 * failed <= rule.errorPercent * served) return [];
  const message = `${failed} of ${served} requests of the last ${rule.windowMinutes} minutes failed (${percentOf(failed, served)} %), more than ${rule.errorPercent} %.`;
  return [{ kind: 'error_rate', target: 'requests', forMs: 0, message }];
}
