import { parseUsd } from './money.ts';

/** What is counted, and over which calendar period in which IANA time zone. */
export type Limit =
  | {
      readonly metric: 'requests' | 'tokens' | 'cost';
      /** Requests, tokens, or USD as a decimal string. */
      readonly amount: number | string;
      readonly period: 'minute' | 'day' | 'month';
      readonly timeZone: string;
      /** Absent: all models together. Otherwise only requests for these count and are limited. */
      readonly models: readonly string[] | undefined;
      /** `false`: counted, never refused; a call beyond it shows in a metric and a warning. */
      readonly enforce: boolean;
    }
  | { readonly metric: 'concurrent'; readonly amount: number };

/** Whether what it counts follows from tokens. */
export const followsTokens = ({ metric }: Limit): boolean => metric === 'tokens' || metric === 'cost';

/**
 * The name under which a limit's counter is kept. The amount is not part of it: raising a limit keeps what was counted.
 */
export function limitName(limit: Limit): string {
  if (limit.metric === 'concurrent') return 'concurrent';
  const known = names.get(limit);
  if (known !== undefined) return known;
  const models = limit.models === undefined ? '' : `:${[...limit.models].sort().map(escaped).join(',')}`;
  const name = `${limit.metric}:${limit.period}:${limit.timeZone}${models}`;
  names.set(limit, name);
  return name;
}

/** Limits of the configuration stay the same objects until they are changed. */
const names = new WeakMap<Limit, string>();

/** A model's name may have commas, too. */
const escaped = (model: string): string => model.replaceAll(/[%,]/g, encodeURIComponent);

/** Limits of the configuration stay the same objects until they are changed: their amounts are read once. */
const amounts = new WeakMap<Limit, number>();

/**
 * How much a limit allows, as its counter counts: requests, tokens, or nano-USD, below 2^53.
 *
 * @throws where an amount of money is none.
 */
export function limitAmount(limit: PeriodLimit): number {
  let amount = amounts.get(limit);
  if (amount === undefined) {
    amount = limit.metric === 'cost' ? nanoUsd(limit.amount) : Number(limit.amount);
    amounts.set(limit, amount);
  }
  return amount;
}

function nanoUsd(amount: number | string): number {
  const exact = typeof amount === 'number' ? Math.round(amount * 1e9) : Number(parseUsd(amount));
  if (Number.isNaN(exact)) throw new Error(`not an amount in USD: ${amount}`);
  return Math.min(exact, Number.MAX_SAFE_INTEGER);
}

export type CountedLimit = Omit<PeriodLimit, 'amount' | 'enforce'>;

/** What the counter of this name counts (`limitName`); `undefined`: no limit has such a name. */
export function readLimitName(name: string): CountedLimit | undefined {
  const parts = /^(requests|tokens|cost):(minute|day|month):([^:]+)(?::(.+))?$/s.exec(name);
  if (parts === null) return undefined;
  const [, metric, period, timeZone = '', models] = parts;
  return {
    metric: metric as CountedLimit['metric'],
    period: period as CountedLimit['period'],
    timeZone,
    models: models?.split(',').map((model) => model.replaceAll(/%2C|%25/g, decodeURIComponent)),
  };
}

type PeriodLimit = Exclude<Limit, { metric: 'concurrent' }>;

/** A day or month limit that is held to. Minute limits only pace. */
export const isCap = (limit: Limit): limit is PeriodLimit =>
  limit.metric !== 'concurrent' && limit.period !== 'minute' && limit.enforce;

/** Capped: the operator gave the key a cap. */
export const isCapped = (limits: readonly Limit[]): boolean => limits.some(isCap);
