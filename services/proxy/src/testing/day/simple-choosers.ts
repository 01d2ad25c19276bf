import type { Chooser, Place } from './run-day.ts';

/** Asks the keys in turn and remembers nothing. */
export function roundRobin(places: readonly Place[]): Chooser {
  let turn = 0;
  return {
    begin() {
      let asked = 0;
      return {
        async next() {
          if (asked === places.length) return undefined;
          asked += 1;
          turn += 1;
          return places[turn % places.length];
        },
        ended: async () => undefined,
      };
    },
  };
}

/** Asks in turn the keys of which it knows what nobody can: that they will not refuse. What it serves is the capacity that there is. */
export function allKnowing(places: readonly Place[], now: () => number): Chooser {
  let turn = 0;
  return {
    begin: (size) => ({
      async next() {
        for (let step = 1; step <= places.length; step += 1) {
          const place = places[(turn + step) % places.length];
          if (place?.account.admits(now(), size)) {
            turn += step;
            return place;
          }
        }
        return undefined;
      },
      ended: async () => undefined,
    }),
  };
}
