import type { Account, Reply, Size } from './account.ts';
import type { Arrival } from './traffic.ts';

/** One key of the pool, in the order of the pool. */
export type Place = { readonly account: Account; readonly name: string };

/** One request under way, as a chooser of keys sees it. */
type Errand = {
  /** A key to ask now; `undefined`: none can take it. */
  next(): Promise<Place | undefined>;
  /** What the key that was asked last answered. Called when the answer is complete. */
  ended(reply: Reply): Promise<void>;
};

/** A way to choose keys. */
export type Chooser = { begin(size: Size, number: number): Errand };

export type DayFigures = {
  readonly requests: number;
  readonly served: number;
  /** Calls that reached a provider. */
  readonly calls: number;
  /** Calls that were refused for a limit. */
  readonly wasted: number;
};

const attemptsMax = 8;
/** Milliseconds that a refusal takes. */
const refusalMs = 150;

type Due = { readonly atMs: number; run(): Promise<void> };

/** Plays one day of traffic against accounts with hidden limits. `setNow` moves the simulated time. */
export async function runDay(
  arrivals: readonly Arrival[],
  chooser: Chooser,
  setNow: (nowMs: number) => void,
): Promise<DayFigures> {
  const figures = { requests: arrivals.length, served: 0, calls: 0, wasted: 0 };
  const due: Due[] = [];
  const later = (atMs: number, run: Due['run']): void => {
    let place = due.length;
    while (place > 0 && (due[place - 1]?.atMs ?? 0) < atMs) place -= 1;
    due.splice(place, 0, { atMs, run });
  };

  const attempt = async (nowMs: number, { size, latencyMs }: Arrival, errand: Errand, tries: number): Promise<void> => {
    const place = await errand.next();
    if (place === undefined) return;
    const reply = place.account.call(nowMs, size);
    figures.calls += 1;
    if (reply.status === 200) {
      figures.served += 1;
      later(nowMs + latencyMs, () => errand.ended(reply));
      return;
    }
    figures.wasted += 1;
    later(nowMs + refusalMs, async () => {
      await errand.ended(reply);
      if (tries < attemptsMax) await attempt(nowMs + refusalMs, { atMs: nowMs, size, latencyMs }, errand, tries + 1);
    });
  };

  let number = 0;
  for (const arrival of [...arrivals, undefined]) {
    for (let next = due.at(-1); next !== undefined; next = due.at(-1)) {
      if (arrival !== undefined && next.atMs > arrival.atMs) break;
      due.pop();
      setNow(next.atMs);
      await next.run();
    }
    if (arrival === undefined) break;
    setNow(arrival.atMs);
    await attempt(arrival.atMs, arrival, chooser.begin(arrival.size, number), 1);
    number += 1;
  }
  return figures;
}
