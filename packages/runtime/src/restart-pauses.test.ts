import { expect, it } from 'vitest';
import { restartPauses } from './restart-pauses.ts';

it('a pause doubles with each early death, up to ten seconds, and is short again after a steady run', () => {
  const pauseAfter = restartPauses();
  const early = Array.from({ length: 8 }, () => pauseAfter(1000));
  expect(early).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  expect([pauseAfter(30_001), pauseAfter(30_000)]).toEqual([200, 400]);
});
