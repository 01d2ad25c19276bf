import { isJsonObject, type Json, type JsonObject, parseJson, type ToldLimit } from '@palimpsest/domain';
import { type BalanceReader, believedMs } from '../balances/balance-reader.ts';
import { freeModels, utcDay } from './limits.ts';

/** Caps of a key begin anew with the day, the week (on Monday) or the month in UTC (openrouter.ai/docs/api-reference/limits). */
const resets: Readonly<Record<string, (now: Date) => number>> = {
  daily: (now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  weekly: (now) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 7 - ((now.getUTCDay() + 6) % 7)),
  monthly: (now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1),
};
const periods = { daily: 'day', monthly: 'month' } as const;

/** `GET /key` tells the cap of the key and what free models have left today; of the account's credit it tells nothing. */
export const balance: BalanceReader = {
  root: (baseUrl) => baseUrl,
  request: (secret) => ({ method: 'GET', path: '/key', headers: { authorization: `Bearer ${secret}` } }),
  read(body, nowMs) {
    const answer = parseJson(body);
    const data = isJsonObject(answer) ? answer.data : undefined;
    if (!isJsonObject(data)) return undefined;
    const words = typeof data.limit_reset === 'string' ? data.limit_reset : '';
    const resetsAtMs = Object.hasOwn(resets, words) ? resets[words]?.(new Date(nowMs)) : undefined;
    const resetsInMs = resetsAtMs === undefined ? null : resetsAtMs - nowMs;
    const cap = capOf(data, words, resetsInMs);
    const nothingLeft = cap !== undefined && (cap.remaining ?? 1) <= 0;
    return {
      told: [...(cap === undefined ? [] : [cap]), ...freeRequestsOf(data.free_model_daily_requests)],
      exhausted: nothingLeft
        ? { reason: resetsInMs === null ? "key's limit" : `key's ${words} limit`, resetsInMs }
        : undefined,
    };
  },
  ends: (reason) => reason.startsWith("key's "),
};

const isAmount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e6;

function capOf({ limit, limit_remaining: left }: JsonObject, words: string, resetsInMs: number | null) {
  if (!isAmount(limit) || limit === 0 || typeof left !== 'number' || !Number.isFinite(left)) return undefined;
  const figures = {
    metric: 'cost',
    limit: Math.round(limit * 1e9),
    remaining: Math.round(Math.max(0, Math.min(left, limit)) * 1e9),
    source: 'poll',
    confidence: 'told',
  } as const;
  const period = words === 'daily' || words === 'monthly' ? periods[words] : undefined;
  return period === undefined
    ? ({ ...figures, period: 'unknown', refill: 'window', resetsInMs: resetsInMs ?? believedMs } satisfies ToldLimit)
    : ({ ...figures, period, refill: 'calendar', timeZone: 'UTC' } satisfies ToldLimit);
}

function freeRequestsOf(value: Json | undefined): readonly ToldLimit[] {
  if (!isJsonObject(value) || !isAmount(value.limit) || !isAmount(value.remaining) || value.limit < 1) return [];
  return [
    {
      metric: 'requests',
      ...utcDay,
      refill: 'calendar',
      limit: Math.floor(value.limit),
      remaining: Math.floor(value.remaining),
      model: freeModels,
      source: 'poll',
      confidence: 'told',
    },
  ];
}
