import type { Remaining, UserId } from '@palimpsest/domain';
import type { AskedWindow } from '@palimpsest/state';

/** So many calls like the one that asks fit into what is left of each limit. */
const manyCalls = 50;

/** Whether a user who has so much left is far from every limit that refuses, by what this call is reserved with. */
export const isAmple = (windows: readonly AskedWindow[], remaining: readonly Remaining[]): boolean =>
  remaining.every(({ limit, remaining: left }) => {
    const window = windows.find((one) => one.limit === limit);
    // A limit on requests at once has no window: a call takes one of it.
    return window?.enforce === false || left >= manyCalls * Math.max(1, window?.reserve ?? 1);
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
