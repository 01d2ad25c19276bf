import type { Remaining, Spent, UserId } from '@palimpsest/domain';
import type { LimitWindows } from '@palimpsest/state';

/** So many calls like the one that asks fit into what is left of each limit. */
const manyCalls = 50;

/** Whether a user who has so much left, in the order of the windows, is far from every limit that refuses, by what a call takes. */
export const isAmple = ({ each }: LimitWindows, takes: Spent, remaining: readonly Remaining[]): boolean =>
  remaining.every(({ remaining: left }, index) => {
    const window = each[index];
    // A limit on requests at once has no window, and comes last: a call takes one of it.
    if (window === undefined) return left >= manyCalls;
    return !window.enforce || left >= manyCalls * Math.max(1, takes[window.metric]);
  });

/** Who was far from every limit when Redis was asked last, not long ago. It may be wrong by now; Redis decides. */
export type AmpleUsers = {
  note(user: UserId, ample: boolean): void;
  has(user: UserId): boolean;
};

const keptMs = 5000;
/** Beyond this many all are forgotten. */
const mostKept = 50_000;

/** `now` is in milliseconds. */
export function createAmpleUsers(now: () => number): AmpleUsers {
  const until = new Map<UserId, number>();
  return {
    note(user, ample) {
      if (until.size === mostKept) until.clear();
      until.set(user, ample ? now() + keptMs : 0);
    },
    has: (user) => (until.get(user) ?? 0) > now(),
  };
}
