import { expect, test } from 'vitest';
import { pulseFigures } from './overview.ts';
import { dayMs, dayOf, pulseField, slotMs } from './pulse.ts';

const day = 20_513;
const atMs = (slot: number): number => day * dayMs + slot * slotMs;

test('figures reach back to the five minutes in which the asked moment lies', () => {
  const pulses = [
    {
      day,
      sums: new Map([
        [pulseField(atMs(1), 'success'), '4'],
        [pulseField(atMs(2), 'success'), '2'],
        [pulseField(atMs(2), 'failed'), '1'],
        [pulseField(atMs(2), 'cost'), '9007199254740993'],
        [pulseField(atMs(287), 'rejected'), '1'],
      ]),
    },
    { day: day + 1, sums: new Map([[pulseField(atMs(288), 'failovers'), '3']]) },
  ];
  const figures = pulseFigures(pulses, atMs(2) + 1);
  expect(figures).toMatchObject({ requests: 4, succeeded: 2, failed: 1, rejected: 1, abandoned: 0, failovers: 3 });
  expect(figures.cost).toBe(9007199254740993n);
});

test('a day is a day of UTC', () => {
  expect(dayOf(Date.UTC(2026, 2, 1, 23, 59, 59, 999))).toBe(day);
  expect(dayOf(Date.UTC(2026, 2, 2))).toBe(day + 1);
});
