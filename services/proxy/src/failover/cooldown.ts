import { classOf, type Failure } from '@palimpsest/domain';
import { calendarPeriod } from '@palimpsest/state';

/** What a failure leaves behind on a key. `model`: on that model of the key alone. */
export type MarkPlan = {
  readonly state: 'sleeping' | 'exhausted' | 'suspended';
  /** Milliseconds; a list has the lengths for the first failure in a row, the second, and so on, the last for all further. */
  readonly inMs: number | readonly number[] | 'by-hand';
  readonly onModel: boolean;
  /** What the same failure makes of the key when it comes again after the mark. */
  readonly again?: 'suspended';
};

const longestCooldownMs = 15 * 60_000;
/** An unclear 401 or 403 seen for the first time, and a refusal by a server that fails. */
const unclearMs = 10 * 60_000;
/** An exhausted key whose provider named neither a time nor a calendar: asked again ever more rarely. Hours. */
const exhaustedHours = [1, 2, 4, 8, 16, 24];

export type MarkOptions = {
  /** Base of the back-off, milliseconds. */
  readonly cooldownMs: number;
  /** From 0 to 1. */
  readonly jitter: number;
  /** Unix ms by Redis's clock. */
  readonly nowMs: number;
};

/**
 * Which mark a failure leaves, if any: the class says how long, the scope says on what. A time that the provider named is kept as it is;
 * without one the cooldown doubles with each failure in a row. `jitter` is from 0 to 1 and stretches our own back-off by at most a twentieth.
 */
export function markFor(failure: Failure, options: MarkOptions): MarkPlan | undefined {
  if (!blamesTheKey(failure)) return undefined;
  const onModel = failure.scope === 'key-model' || failure.scope === 'account-model';
  switch (classOf(failure)) {
    case 'transient':
      // A limit of one model is kept for the whole key: which models share a bucket is not told, and asking costs an attempt each.
      return { state: 'sleeping', inMs: failure.retryAfterMs ?? backoff(options), onModel: false };
    case 'exhausted':
      return { state: 'exhausted', inMs: failure.retryAfterMs ?? untilReset(failure, options.nowMs), onModel };
    case 'rejected':
      // A server that fails may say anything: what it says never needs an operator.
      if (failure.status !== null && failure.status >= 500) return { state: 'sleeping', inMs: unclearMs, onModel };
      return failure.unclear === true
        ? { state: 'sleeping', inMs: unclearMs, onModel, again: 'suspended' }
        : { state: 'suspended', inMs: 'by-hand', onModel };
    case 'fatal':
    case 'cancelled':
      return undefined;
  }
}

function blamesTheKey(failure: Failure): boolean {
  switch (failure.scope) {
    case 'key':
    case 'account':
    case 'key-model':
    case 'account-model':
      return true;
    case 'provider-model':
    case 'provider':
    case 'egress':
    case 'size':
    case 'request':
    case 'client':
      return false;
  }
}

function backoff({ cooldownMs, jitter }: MarkOptions): readonly number[] {
  const waitsMs: number[] = [];
  for (let waitMs = cooldownMs * (1 + jitter / 20); waitMs < longestCooldownMs; waitMs *= 2)
    waitsMs.push(Math.round(waitMs));
  return [...waitsMs, longestCooldownMs];
}

/** Milliseconds to the next boundary of the provider's calendar, where it is known. Weeks begin on Monday. */
function untilReset({ resets }: Failure, nowMs: number): number | readonly number[] {
  if (resets === undefined) return exhaustedHours.map((hours) => hours * 3_600_000);
  if (resets.period !== 'week') return calendarPeriod(resets.period, resets.timeZone, nowMs).endMs - nowMs;
  let { endMs } = calendarPeriod('day', resets.timeZone, nowMs);
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: resets.timeZone, weekday: 'short' });
  while (weekday.format(endMs) !== 'Mon') endMs = calendarPeriod('day', resets.timeZone, endMs).endMs;
  return endMs - nowMs;
}
