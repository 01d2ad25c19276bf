/** What a provider limits. `tokens`: prompt and answer together. `cost` is told by polls alone, in nano-USD. */
export type ToldMetric = 'requests' | 'tokens' | 'input-tokens' | 'output-tokens' | 'cost';

/** `unknown`: the provider told no period and none follows from its figures. */
export type ToldPeriod = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'unknown';

/**
 * How a limit comes back: `drip`, continuously (a limit of 200 a day gives one request every 432 s); `window`, all at once at the
 * reset; `calendar`, all at once at the next day or month in `timeZone`.
 */
export type Refill = 'drip' | 'window' | 'calendar';

/** What one answer of a provider told of one of a key's limits. Amounts are requests, tokens or nano-USD. */
export type ToldLimit = {
  readonly metric: ToldMetric;
  readonly period: ToldPeriod;
  readonly refill: Refill;
  /** The IANA time zone of a `calendar`. */
  readonly timeZone?: string;
  readonly limit?: number;
  readonly remaining?: number;
  /** What a refused call would have taken, as the provider counts it. */
  readonly requested?: number;
  /** Milliseconds after the answer at which all of it is back. */
  readonly resetsInMs?: number;
  /** The name under which the provider counts the model; absent: all models of the key together. */
  readonly model?: string;
  readonly source: 'header' | 'error' | 'poll';
  /** `inferred`: the period follows from the figures or from what is known of the provider, not from its words. */
  readonly confidence: 'told' | 'inferred';
};

/** A told limit as it stands later, with what was reserved and what came back since. Times are Unix ms by Redis's clock. */
export type LearnedLimit = Omit<ToldLimit, 'limit' | 'remaining' | 'requested' | 'resetsInMs' | 'timeZone'> & {
  /** `null`: only what is left was told. */
  readonly limit: number | null;
  /** `null`: no longer known. Below 0 where more was used than was left. */
  readonly remaining: number | null;
  /** When it is whole again, if nothing more is used; `null` where that is not known. */
  readonly resetsAtMs: number | null;
  readonly toldAtMs: number;
};

/** A calendar on which a provider's limits begin anew. */
export type LimitCalendar = { readonly period: 'day' | 'month'; readonly timeZone: string };

/** Milliseconds of the periods that have a length. */
export const periodMs = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
} as const satisfies Partial<Record<ToldPeriod, number>>;
