import type { Limit } from '@palimpsest/domain';

const units = {
  requests: ['request', 'requests'],
  tokens: ['token', 'tokens'],
  cost: ['USD', 'USD'],
  concurrent: ['request', 'requests'],
} as const satisfies Record<Limit['metric'], readonly [one: string, many: string]>;

/** A limit as its user is told of it: `200 requests per day`, `1 request at once`. */
export function limitWords(limit: Limit): string {
  const [one, many] = units[limit.metric];
  const amount = `${limit.amount} ${Number(limit.amount) === 1 ? one : many}`;
  return limit.metric === 'concurrent' ? `${amount} at once` : `${amount} per ${limit.period}`;
}
