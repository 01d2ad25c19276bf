import type { Limit } from '@palimpsest/domain';

/** A limit as the operator API shows it; `concurrent` has the first two members alone. */
export type LimitView = {
  metric: Limit['metric'];
  /** USD as a decimal string for `cost`. */
  amount: number | string;
  period?: 'minute' | 'day' | 'month';
  time_zone?: string;
  models?: string[];
  enforce?: boolean;
};

export function limitView(limit: Limit): LimitView {
  if (limit.metric === 'concurrent') return { metric: limit.metric, amount: limit.amount };
  const { metric, amount, period, timeZone, models, enforce } = limit;
  return { metric, amount, period, time_zone: timeZone, ...(models && { models: [...models] }), enforce };
}
