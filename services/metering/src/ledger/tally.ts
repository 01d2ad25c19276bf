import { type CountedLimit, matchesGlob, readLimitName } from '@palimpsest/domain';
import { calendarPeriod, type LedgerCounter, type LedgerPage, type LedgerSubject } from '@palimpsest/state';
import type { Difference } from './report.ts';
import type { Spending } from './spendings.ts';

/** The counters of one subject at one moment, and what they should say by the log. */
export type Tally = {
  readonly subject: LedgerSubject;
  readonly page: LedgerPage;
  readonly held: ReadonlySet<string>;
  /** Of limits in their present window. */
  readonly lines: readonly TallyLine[];
};

type TallyLine = {
  readonly counter: LedgerCounter;
  readonly limit: CountedLimit;
  /** Reserved by who has not ended. */
  readonly inFlight: number;
  settled: number;
};

export function tallyOf(subject: LedgerSubject, page: LedgerPage): Tally {
  const lines = page.counters.flatMap((counter) => {
    const limit = readLimitName(counter.limit);
    if (limit === undefined) return [];
    // A counter whose window is over says nothing of the present one.
    if (counter.startMs < calendarPeriod(limit.period, limit.timeZone, page.nowMs).startMs) return [];
    return [{ counter, limit, inFlight: reservedIn(page, counter), settled: 0 }];
  });
  return { subject, page, held: new Set(page.held.map(({ id }) => id)), lines };
}

const reservedIn = ({ held }: LedgerPage, { limit, startMs }: LedgerCounter): number =>
  held
    .filter(({ state }) => state !== 'swept')
    .flatMap(({ parts }) => parts)
    .filter((part) => part.limit === limit && part.startMs === startMs)
    .reduce((sum, { reserved }) => sum + reserved, 0);

/** Adds what was spent to the counters in whose window it was reserved, unless the reservation still stood at the tally's moment. */
export function addSpending({ page, held, lines }: Tally, { reservation, reservedAtMs, model, spent }: Spending): void {
  if (reservedAtMs >= page.nowMs || held.has(reservation)) return;
  for (const line of lines) {
    const { sinceMs } = line.counter;
    const { models, metric } = line.limit;
    if (reservedAtMs < sinceMs || !(models?.some((glob) => matchesGlob(glob, model)) ?? true)) continue;
    line.settled += spent[metric];
  }
}

/** What the counters say otherwise than log and reservations together. */
export function differencesOf({ subject, page, lines }: Tally): Difference[] {
  const where = { book: subject.of === 'user' ? 'user counter' : 'key counter', subject: subject.id } as const;
  const counted = lines.flatMap(({ counter, inFlight, settled }) => {
    const expected = BigInt(Math.max(0, settled + inFlight + counter.carried));
    const found = BigInt(counter.taken);
    return expected === found ? [] : [{ ...where, figure: counter.limit, expected, found }];
  });
  const orphans = page.held.filter(({ state }) => state === 'orphan').length;
  return orphans === 0
    ? counted
    : [...counted, { ...where, figure: 'reservations that nothing ends', expected: 0n, found: BigInt(orphans) }];
}
