import { randomId } from '@palimpsest/testkit';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { keyspace } from './keyspace.ts';
import { encodeRow } from './usage-log-row.ts';
import { type LogSpan, readRows } from './usage-log-rows.ts';

const redis = new Redis(inject('redisUrl'));
afterAll(() => redis.quit());

const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

async function logOf(requests: readonly (readonly [atMs: number, request: string])[]) {
  const log = keyspace.requestLog(randomId('part'));
  const add = (atMs: number, request: string) => {
    const row = {
      request,
      user: 'u',
      model: 'm',
      outcome: 'success',
      session: undefined,
      keys: [],
      providers: [],
    } as const;
    return redis.zadd(log, atMs, encodeRow(row));
  };
  await Promise.all(requests.map(([atMs, request]) => add(atMs, request)));
  const read = async (span: LogSpan, step: number, most = Number.POSITIVE_INFINITY) => {
    const found: string[] = [];
    for await (const rows of readRows(redis, log, span, step)) {
      found.push(...rows.map(({ atMs, row }) => `${atMs} ${row.request}`));
      if (found.length >= most) break;
    }
    return found;
  };
  return { add, read };
}

test.each([1, 2, 3, 50])('rows come newest first, each once, in steps of %i', async (step) => {
  const { read } = await logOf([
    [10, 'req_a'],
    [20, 'req_b'],
    [20, 'req_c'],
    [20, 'req_d'],
    [30, 'req_e'],
  ]);
  expect(await read(all, step)).toEqual(['30 req_e', '20 req_d', '20 req_c', '20 req_b', '10 req_a']);
});

test('a millisecond with more requests than the largest step is read to its end', async () => {
  const requests = Array.from({ length: 4_500 }, (_, index) => [7, `req_${String(index).padStart(5, '0')}`] as const);
  const { read } = await logOf([...requests, [6, 'req_last']]);
  const found = await read(all, 1_000);
  expect(found).toHaveLength(4_501);
  expect(found.at(-1)).toBe('6 req_last');
  expect(new Set(found).size).toBe(4_501);
});

test('what is after a place is the same whatever arrived before it', async () => {
  const { read, add } = await logOf([
    [10, 'req_a'],
    [20, 'req_b'],
    [20, 'req_d'],
    [30, 'req_e'],
  ]);
  expect(await read(all, 2, 2)).toEqual(['30 req_e', '20 req_d']);
  await add(40, 'req_f');
  await add(20, 'req_x');
  expect(await read({ ...all, after: { atMs: 20, request: 'req_d' } }, 10)).toEqual(['20 req_b', '10 req_a']);
});

test('a span includes its start and excludes its end', async () => {
  const { read } = await logOf([
    [10, 'req_a'],
    [20, 'req_b'],
    [30, 'req_c'],
  ]);
  expect(await read({ fromMs: 10, toMs: 30 }, 10)).toEqual(['20 req_b', '10 req_a']);
});
