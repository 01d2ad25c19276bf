import type { Observation } from '@palimpsest/state';

/** What a rule found of one subject; a subject that it does not name is over. */
export type Finding = Omit<Observation, 'holds'>;

export const minuteMs = 60_000;

/** A share in whole percent, rounded down: what is shown as the limit is never short of it. */
export const percentOf = (part: number, whole: number): number => Math.floor((100 * part) / whole);
