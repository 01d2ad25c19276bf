import type { Refill, Spent, ToldLimit, ToldMetric, ToldPeriod } from '@palimpsest/domain';

/** The JSON values that Lua functions take and give; named in their headers as `json<…>` and `shared<…>`. */

/** Adds a whole number above 0, in decimal digits, to one field of a hash of sums. */
export type Increment = readonly [field: string, amount: string];

/** All that one usage event adds to the books. */
export type Booking = {
  /** The index row of its log entry. */
  readonly row: string;
  /** Unix ms of admission. */
  readonly atMs: number;
  /** UTC, in days since 1970. */
  readonly day: number;
  readonly sums: readonly Increment[];
  readonly pulse: readonly Increment[];
};

export type { Needs, Spent, Use } from '@palimpsest/domain';

/** A calendar period as the asker's clock sees it, and the end of the next one (Unix ms). */
export type CalendarAsk = readonly [
  period: string,
  timeZone: string,
  startMs: number,
  endMs: number,
  nextEndMs: number,
];

/** One told limit; -1 where a figure was not told. */
export type ToldAsk = readonly [
  name: string,
  metric: ToldMetric,
  period: ToldPeriod,
  refill: Refill,
  timeZone: string,
  limit: number,
  remaining: number,
  resetsInMs: number,
  source: string,
  confidence: string,
];

/** A told limit as it is kept, and the name that it is kept under. */
export type ToldStanding = readonly [
  metric: ToldMetric,
  period: ToldPeriod,
  refill: Refill,
  timeZone: string,
  limit: number,
  remaining: number | false,
  atMs: number,
  resetsAtMs: number,
  source: ToldLimit['source'],
  confidence: ToldLimit['confidence'],
  toldAtMs: number,
  drained: number,
  tellings: number,
  name: string,
];

/**
 * One limit as a Lua function judges it: its window as the asker's clock sees it, and the end of the next one (Unix ms).
 * A list, because it is decoded twice as fast as an object with names.
 */
export type WindowAsk = readonly [
  limit: string,
  metric: keyof Spent,
  amount: number,
  startMs: number,
  endMs: number,
  nextEndMs: number,
  enforce: boolean,
];

/** A limit's counter as it lies in Redis: `<start of its window>:<taken>:<since>:<carried>`. */
export type CarriedCounter = readonly [limit: string, counter: string];

/** What a reservation holds of one limit, in the window that began at `startMs`. */
type HeldPart = readonly [limit: string, metric: keyof Spent, startMs: number, reserved: number];

/** A reservation that is not settled. `swept`: its lease ran out and it was refunded; `orphan`: no lease will ever end it. */
export type HeldReservation = readonly [id: string, state: 'leased' | 'swept' | 'orphan', parts: readonly HeldPart[]];

/** The mark of a key for one model; `untilMs` 0: ends by hand. */
export type ModelMark = {
  readonly model: string;
  readonly state: 'sleeping' | 'exhausted' | 'suspended';
  readonly untilMs: number;
  readonly reason: string;
};
