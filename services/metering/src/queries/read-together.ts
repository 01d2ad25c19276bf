import type { Sums, UsageSums } from '@palimpsest/state';

type Reading = Pick<UsageSums, 'days' | 'rollup' | 'pulse'>;

/**
 * Lets those who ask for the same day's sums while these are being read share the reading: a day of many users is some ten thousand
 * fields, the page of every key asks for it, and readings side by side cost their sum in memory and at Redis. Whoever joins sees what was
 * booked until the reading came to it, as anybody does whose own reading takes as long.
 */
export function readTogether(sums: Reading): Reading {
  const readings = new Map<string, Promise<Sums>>();
  return {
    days: (partition, fromDay, toDay) => sums.days(partition, fromDay, toDay),
    pulse: (partition, day) => sums.pulse(partition, day),
    rollup(partition, day) {
      const name = `${partition} ${day}`;
      const known = readings.get(name);
      if (known !== undefined) return known;
      const reading = sums.rollup(partition, day).finally(() => readings.delete(name));
      readings.set(name, reading);
      return reading;
    },
  };
}
