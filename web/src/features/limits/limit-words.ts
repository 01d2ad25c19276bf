import type { Limit, Remaining } from '../../api/schema.gen.ts';
import { count, usd } from '../../ui/amount.ts';

/** Any limit as the API answers with it. */
export type ShownLimit = Pick<Limit, 'metric' | 'amount' | 'period' | 'time_zone' | 'models' | 'enforce'>;

/** What follows an amount: `requests per day`, for money `per month (Europe/Berlin)`, `at once`, and the models it is for. */
export function limitWords({ metric, period, time_zone: zone = 'UTC', models = [] }: ShownLimit): string {
  if (metric === 'concurrent') return 'at once';
  const noun = metric === 'cost' ? '' : `${metric} `;
  const place = zone === 'UTC' || period === 'minute' ? '' : ` (${zone})`;
  const only = models.length === 0 ? '' : `, ${models.join(', ')} only`;
  return `${noun}per ${period}${place}${only}`;
}

/** An amount or what is left of it, in the limit's own measure. */
export const limitAmount = (metric: Limit['metric'], amount: number | string): string =>
  metric === 'cost' ? usd(String(amount)) : count(Number(amount));

/** How much of a limit is left, 0 to 1; for a bar, not for money. */
export function shareLeft(amount: number | string, left: number | string): number {
  const share = Number(left) / Number(amount);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** As `packages/domain/src/limit.ts` has it: a model's name may have commas, too. */
const escaped = (model: string): string => model.replaceAll(/[%,]/g, encodeURIComponent);

/** The name of the counter that a limit is kept under, as `remaining` says it. */
function counterName({ metric, period, time_zone: zone = 'UTC', models }: ShownLimit): string {
  if (metric === 'concurrent') return 'concurrent';
  return `${metric}:${period}:${zone}${models === undefined ? '' : `:${models.toSorted().map(escaped).join(',')}`}`;
}

/** What is left of a limit; `undefined` where that is not known. */
export const remainingOf = (limit: ShownLimit, remaining: readonly Remaining[]): Remaining | undefined =>
  remaining.find(({ limit: name }) => name === counterName(limit));
