import { setTimeout as wait } from 'node:timers/promises';
import type { Increment, Sums, UsageLog, UsageSums } from '@palimpsest/state';
import { bookingOf } from '../rollups/booking.ts';
import { dayMs, dayOf } from '../rollups/pulse.ts';
import { asKeptToday, type FormerNames, noteFormer } from './former-names.ts';
import { loggedEvents } from './logged-events.ts';
import type { Difference } from './report.ts';

export type SumsParts = {
  readonly log: Pick<UsageLog, 'rows' | 'readAll' | 'wholeFrom' | 'sizes'>;
  readonly sums: Pick<UsageSums, 'days' | 'rollup' | 'pulse'>;
};

export type SumsChecked = {
  readonly differences: readonly Difference[];
  readonly requests: number;
  readonly days: readonly number[];
  /** Figures that nobody wrote down on their day. */
  readonly unknown: number;
};

/** The pulse of a day is kept for nine. */
const pulseDays = 8;
/** Under traffic a day may have to be read again; a difference that stays is one. */
const rounds = 3;
const pauseMs = 500;

/** Adds a partition's log up again, day by day, and compares with its sums. Days that retention has begun to take are left out. */
export async function checkSums(parts: SumsParts, partition: string, nowMs: number): Promise<SumsChecked> {
  const wholeFromMs = await parts.log.wholeFrom(partition);
  const today = dayOf(nowMs);
  const firstDay = Math.ceil(wholeFromMs / dayMs);
  const days = new Set(await parts.sums.days(partition, firstDay, today));
  for (const day of await loggedDays(parts, partition, firstDay)) days.add(day);
  const differences: Difference[] = [];
  let requests = 0;
  let unknown = 0;
  for (const day of days) {
    const checked = await checkDay(parts, partition, day, day > today - pulseDays);
    differences.push(...checked.differences);
    requests += checked.requests;
    unknown += checked.unknown;
  }
  differences.push(...(await checkSizes(parts, partition)));
  return { differences, requests, days: [...days], unknown };
}

async function loggedDays({ log }: SumsParts, partition: string, firstDay: number): Promise<Set<number>> {
  const days = new Set<number>();
  const span = { fromMs: firstDay * dayMs, toMs: Number.MAX_SAFE_INTEGER };
  for await (const rows of log.rows(partition, span, 2000)) for (const { atMs } of rows) days.add(dayOf(atMs));
  return days;
}

async function checkDay(parts: SumsParts, partition: string, day: number, hasPulse: boolean) {
  const read = async () => ({
    rollup: await parts.sums.rollup(partition, day),
    pulse: hasPulse ? await parts.sums.pulse(partition, day) : new Map<string, string>(),
  });
  for (let round = 1; ; round += 1) {
    const before = await read();
    const added = { rollup: new Map<string, bigint>(), pulse: new Map<string, bigint>() };
    const former: FormerNames = new Map();
    let requests = 0;
    for await (const event of loggedEvents(parts.log, partition, { fromMs: day * dayMs, toMs: (day + 1) * dayMs })) {
      requests += 1;
      const { sums, pulse } = bookingOf(event);
      add(added.rollup, sums);
      noteFormer(former, event, sums);
      if (hasPulse) add(added.pulse, pulse);
    }
    const after = await read();
    const today = (kept: Sums): Sums => asKeptToday(kept, former, added.rollup);
    const subject = `partition ${partition}, ${new Date(day * dayMs).toISOString().slice(0, 10)}`;
    const unlike = [
      ...compare({ book: 'day sums', subject }, added.rollup, today(before.rollup), today(after.rollup)),
      ...compare({ book: 'pulse', subject }, added.pulse, before.pulse, after.pulse),
    ];
    const differences = unlike.filter(({ figure }) => !isUnknown(figure, after));
    const unknown = unlike.length - differences.length;
    const isTaken = (await parts.log.wholeFrom(partition)) > day * dayMs;
    if (differences.length === 0 || isTaken) return { differences: [], requests, unknown };
    if (round === rounds) return { differences, requests, unknown };
    await wait(pauseMs);
  }
}

/** A former release did not count what has no price: where there is no such sum, it is not 0. */
const isUnknown = (figure: string, { rollup, pulse }: { readonly rollup: Sums; readonly pulse: Sums }): boolean =>
  /^(?:operator_)?unpriced | (?:operator_)?unpriced$/.test(figure) && !rollup.has(figure) && !pulse.has(figure);

function add(sums: Map<string, bigint>, increments: readonly Increment[]): void {
  for (const [field, amount] of increments) sums.set(field, (sums.get(field) ?? 0n) + BigInt(amount));
}

/** The log was read between two readings of the sums: what was booked meanwhile may be in it or not. */
function compare(
  where: Pick<Difference, 'book' | 'subject'>,
  added: ReadonlyMap<string, bigint>,
  before: Sums,
  after: Sums,
): Difference[] {
  const fields = new Set([...added.keys(), ...before.keys(), ...after.keys()]);
  return [...fields].flatMap((figure) => {
    const expected = added.get(figure) ?? 0n;
    const [one, other] = [BigInt(before.get(figure) ?? 0), BigInt(after.get(figure) ?? 0)];
    const isBetween = (one <= expected && expected <= other) || (other <= expected && expected <= one);
    return isBetween ? [] : [{ ...where, figure, expected, found: other }];
  });
}

/** Every request that is known is in the log, or left it a short while ago. */
async function checkSizes({ log }: SumsParts, partition: string): Promise<Difference[]> {
  for (let round = 1; ; round += 1) {
    const { listed, unlisted, known } = await log.sizes(partition);
    if (listed + unlisted === known) return [];
    if (round === rounds) {
      const subject = `partition ${partition}`;
      return [
        { book: 'request log', subject, figure: 'requests', expected: BigInt(known), found: BigInt(listed + unlisted) },
      ];
    }
    await wait(pauseMs);
  }
}
