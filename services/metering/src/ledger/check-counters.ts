import { setTimeout as wait } from 'node:timers/promises';
import { type Ledger, type LedgerSubject, type UsageLog, type UsageStream, usagePartitions } from '@palimpsest/state';
import type { Difference } from './report.ts';
import { spendings, subjectName } from './spendings.ts';
import { addSpending, differencesOf, type Tally, tallyOf } from './tally.ts';

export type CountersParts = {
  readonly ledger: Pick<Ledger, 'subjects' | 'read'>;
  readonly log: Pick<UsageLog, 'rows' | 'readAll' | 'wholeFrom'>;
  readonly stream: Pick<UsageStream, 'entries' | 'opened'>;
  /** How long requests under way are waited for where their failed attempts may explain a difference, milliseconds. */
  readonly patienceMs: number;
};

export type CountersChecked = {
  readonly differences: readonly Difference[];
  readonly explained: readonly string[];
  readonly counters: number;
};

/** A settlement and its event go out together; the slower of the two has arrived after this. */
const togetherMs = 1000;
const askEveryMs = 250;
const readAtOnce = 100;

/**
 * Compares the counters of all users and keys in their present windows with what log, stream and reservations say. What differs at the
 * first look is looked at once more, when the requests that were under way have ended.
 */
export async function checkCounters(parts: CountersParts): Promise<CountersChecked> {
  const first = await look(parts, await parts.ledger.subjects(), 0);
  const suspects = first.tallies.filter((tally) => differencesOf(tally).length > 0).map(({ subject }) => subject);
  const second = suspects.length === 0 ? undefined : await look(parts, suspects, parts.patienceMs);
  const differences = second?.tallies.flatMap(differencesOf) ?? [];
  // An attempt is settled when it ends, its event comes when the request does.
  const unsure = (second?.stillOpen ?? 0) > 0 ? differences.filter(({ book }) => book === 'key counter') : [];
  return {
    differences: differences.filter((difference) => !unsure.includes(difference)),
    explained: [
      ...inFlightOf(first.tallies),
      ...unsure.map(
        ({ subject, figure, expected, found }) =>
          `${subject} ${figure}: ${found} instead of ${expected}, while ${second?.stillOpen} requests have been under way since before`,
      ),
      ...first.unreachable,
    ],
    counters: first.tallies.reduce((sum, { lines }) => sum + lines.length, 0),
  };
}

async function look(parts: CountersParts, subjects: readonly LedgerSubject[], patienceMs: number) {
  const tallies: Tally[] = [];
  for (let from = 0; from < subjects.length; from += readAtOnce)
    tallies.push(
      ...(await Promise.all(
        subjects.slice(from, from + readAtOnce).map(async (one) => tallyOf(one, await parts.ledger.read(one))),
      )),
    );
  const opened = await openRequests(parts);
  await wait(togetherMs);
  const stillOpen = await untilClosed(parts, opened, patienceMs);

  const wholeFromMs = Math.max(...(await Promise.all(usagePartitions.map((one) => parts.log.wholeFrom(one)))));
  const { reachable, unreachable } = withinLog(tallies, wholeFromMs);
  const bySubject = new Map(reachable.map((tally) => [subjectName(tally.subject), tally]));
  const sinceMs = Math.min(...reachable.flatMap(({ lines }) => lines.map(({ counter }) => counter.sinceMs)));
  if (Number.isFinite(sinceMs))
    for await (const spending of spendings(parts, sinceMs)) {
      const tally = bySubject.get(spending.subject);
      if (tally !== undefined) addSpending(tally, spending);
    }
  return { tallies: reachable, unreachable, stillOpen };
}

const openRequests = async ({ stream }: CountersParts): Promise<ReadonlySet<string>> =>
  new Set((await Promise.all(usagePartitions.map((partition) => stream.opened(partition)))).flat());

async function stillIn(opened: ReadonlySet<string>, parts: CountersParts): Promise<number> {
  const now = await openRequests(parts);
  return [...opened].filter((request) => now.has(request)).length;
}

/** Waits until requests have ended, and gives how many have not. */
async function untilClosed(parts: CountersParts, opened: ReadonlySet<string>, patienceMs: number): Promise<number> {
  const giveUpMs = performance.now() + patienceMs;
  for (;;) {
    const left = await stillIn(opened, parts);
    if (left === 0 || performance.now() >= giveUpMs) return left;
    await wait(askEveryMs);
  }
}

/** Counters that began before the log does cannot be added up again. */
function withinLog(tallies: readonly Tally[], wholeFromMs: number) {
  const unreachable: string[] = [];
  const reachable = tallies.map((tally) => ({
    ...tally,
    lines: tally.lines.filter(({ counter: { limit, sinceMs } }) => {
      if (sinceMs >= wholeFromMs) return true;
      const from = new Date(wholeFromMs).toISOString();
      unreachable.push(`${tally.subject.id} ${limit}: not checked, the log has only what came after ${from}`);
      return false;
    }),
  }));
  return { reachable, unreachable };
}

function inFlightOf(tallies: readonly Tally[]): string[] {
  const count = tallies.flatMap(({ page }) => page.held).filter(({ state }) => state === 'leased').length;
  return count === 0 ? [] : [`${count} reservations of users and keys are in flight and count as reserved.`];
}
