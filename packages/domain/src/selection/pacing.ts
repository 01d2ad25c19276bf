import { type LearnedLimit, periodMs, type ToldMetric } from '../told-limit.ts';

/** What an attempt is expected to take of limits that the provider told; what is absent is not needed. `cost` in nano-USD. */
export type Needs = Readonly<Partial<Record<ToldMetric, number>>>;

/** A call to one member of a pool, as its provider will count it. */
export type Paced = {
  /** The name under which the provider counts the model. */
  readonly countedAs: string;
  readonly needs: Needs;
};

/** The told limits that a call counted under this name falls into: the key's own, and the model's. */
export const limitsOn = (learned: readonly LearnedLimit[], countedAs: string): readonly LearnedLimit[] =>
  learned.filter((limit) => isOn(limit, countedAs));

/** Whether a call counted under this name falls into a told limit. */
export const isOn = ({ model }: LearnedLimit, countedAs: string): boolean => model === undefined || model === countedAs;

/**
 * Until when (Unix ms) told limits leave no room for a call, by what was read at `readAtMs`; `undefined`: there is room. What is
 * larger than a limit needs all of it. The same rule as `lua/lib/learned.lua`, which decides.
 */
export function pacedUntil(
  learned: readonly LearnedLimit[],
  { countedAs, needs }: Paced,
  readAtMs: number,
): number | undefined {
  let untilMs: number | undefined;
  for (const limit of learned) {
    const atMs = isOn(limit, countedAs) ? roomAt(limit, needs[limit.metric] ?? 0, readAtMs) : undefined;
    if (atMs !== undefined && (untilMs === undefined || atMs > untilMs)) untilMs = atMs;
  }
  return untilMs;
}

function roomAt({ limit, remaining, refill, period, resetsAtMs }: LearnedLimit, wanted: number, readAtMs: number) {
  const need = limit === null ? wanted : Math.min(wanted, limit);
  if (remaining === null || need <= 0 || remaining >= need) return undefined;
  if (refill !== 'drip' || limit === null || period === 'month' || period === 'unknown') return resetsAtMs ?? undefined;
  return readAtMs + Math.ceil(((need - remaining) * periodMs[period]) / limit);
}
