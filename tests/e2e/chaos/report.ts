import type { Told } from '../load/call.ts';
import type { WatchedKey } from './pools.ts';
import type { Troubles } from './trouble.ts';
import type { Weighed } from './weigh.ts';

/** What a run came to. */
export type Run = {
  readonly seed: number;
  readonly told: readonly Told[];
  readonly troubles: Troubles;
  readonly tookMs: number;
  readonly keys: readonly WatchedKey[];
  readonly weighed: Weighed;
  /** What the ledger check said. */
  readonly ledger: string;
};

/** The run in words: what happened, what callers were told, and each fault by name. */
export function report({ seed, told, troubles, tookMs, keys, weighed, ledger }: Run): string {
  const { lost, doubled, overshoot, leaked } = weighed.faults;
  return [
    `${told.length} requests in ${Math.round(tookMs / 1000)} s`,
    `trouble: ${listed(troubles)}`,
    ...[...Map.groupBy(told, ({ status, result }) => `${status || '-'} ${result}`)].map(
      ([result, calls]) => `callers: ${calls.length} × ${result} (${times(calls)})`,
    ),
    `entries: ${listed(counted([...weighed.entries.values()].map(({ outcome }) => outcome)))}`,
    `keys: ${keys.map(({ name, calls, occupancy }) => `${name} ${calls().length} calls, ${occupancy.mostAtOnce()} at once`).join('; ')}`,
    ledger.trim(),
    ...[...lost, ...doubled, ...overshoot, ...leaked].slice(0, 40),
    `seed ${seed}: ${lost.length} lost, ${doubled.length} doubled, ${overshoot.length} overshoot, ${leaked.length} leaked`,
  ].join('\n');
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function times(calls: readonly Told[]): string {
  const sorted = calls.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (part: number): string => `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
