import { expect, it } from 'vitest';
import { localMoment } from './moment.ts';

it('says no more of an instant than is needed to place it', () => {
  const now = new Date(2026, 10, 29, 12, 0, 0);
  const today = localMoment(new Date(2026, 10, 29, 9, 5, 7), now);
  expect(today).toMatch(/05.*07/);
  expect(today).not.toMatch(/29|2026/);
  const thisYear = localMoment(new Date(2026, 2, 14, 9, 5, 7), now);
  expect(thisYear).toMatch(/14/);
  expect(thisYear).not.toMatch(/2026|07/);
  expect(localMoment(new Date(2025, 2, 14, 9, 5, 7), now)).toMatch(/14.*2025|2025.*14/);
});
