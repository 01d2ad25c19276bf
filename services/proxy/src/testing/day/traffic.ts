import type { Size } from './account.ts';

export type Arrival = { readonly atMs: number; readonly size: Size; readonly latencyMs: number };

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dayMs = 86_400_000;

/** Requests of one day from `startMs` (Unix ms): few at night, most in the afternoon, and every now and then a burst. */
export function traffic(startMs: number, meanPerMinute: number, random: () => number): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  const add = (atMs: number): void => {
    const prompt = Math.ceil(40 * Math.exp(3 * random()));
    const answer = Math.ceil(20 * Math.exp(3 * random()));
    const answerLimit = random() < 0.5 ? Math.ceil(answer * (1 + random())) : undefined;
    arrivals.push({ atMs, size: { prompt, answer, answerLimit }, latencyMs: 500 + answer * 8 });
  };
  for (let atMs = startMs; atMs < startMs + dayMs; ) {
    const hour = ((atMs - startMs) / dayMs) * 2 * Math.PI;
    const perMinute = meanPerMinute * (1 - 0.7 * Math.cos(hour));
    atMs += Math.ceil((-Math.log(1 - random()) * 60_000) / perMinute);
    add(atMs);
    if (random() < 0.005) for (let more = 0; more < 20; more += 1) add(atMs + Math.ceil(random() * 2000));
  }
  return arrivals.sort((a, b) => a.atMs - b.atMs);
}
