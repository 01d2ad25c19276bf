import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchCheck } from './watch-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each change of a verdict is logged once, and what ended is not', async () => {
  let verdict: boolean | string = true;
  const lines: string[] = [];
  const say = (_: unknown, line: string) => void lines.push(line);
  const watch = watchCheck('redis', () => verdict, { error: say, info: say });
  for (const next of [true, 'the disk is full', 'the disk is full', false, true]) {
    verdict = next;
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(lines).toEqual(['the disk is full', 'redis is not well', 'redis is well again']);
  watch.stop();
  verdict = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(lines).toHaveLength(3);
});
