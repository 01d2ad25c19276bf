import { randomId } from '@palimpsest/testkit';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { keyspace } from './keyspace.ts';
import type { Booking } from './script-values.ts';
import { type Delivered, UsageLog } from './usage-log.ts';
import { encodeRow } from './usage-log-row.ts';
import { UsageSums } from './usage-log-sums.ts';

const redis = new Redis(inject('redisUrl'));
const log = new UsageLog(redis);
const sums = new UsageSums(redis);
afterAll(() => redis.quit());

/** What an event says here: its text is all that a booking is made of. */
type Fact = { readonly request: string; readonly day: number; readonly amount: bigint; readonly assumed: boolean };

const bytesOf = (fact: Fact): Uint8Array => Buffer.from(`${fact.request} ${fact.day} ${fact.amount}`);

function bookingOf(event: Uint8Array): Booking {
  const [request = '', day, amount = ''] = Buffer.from(event).toString().split(' ');
  const row = {
    request,
    user: 'u',
    model: amount,
    outcome: 'success',
    session: undefined,
    keys: [],
    providers: [],
  } as const;
  return {
    row: encodeRow(row),
    atMs: Number(day) * 86_400_000,
    day: Number(day),
    sums: [
      ['requests', '1'],
      ['cost', amount],
    ],
    pulse: [['cost', amount]],
  };
}

const deliver = (partition: string, fact: Fact, place: number): Delivered => ({
  partition,
  request: fact.request,
  streamId: `1700000000000-${place}`,
  assumed: fact.assumed,
  event: bytesOf(fact),
  booking: bookingOf(bytesOf(fact)),
});

async function rowsOf(partition: string): Promise<string[]> {
  const rows: string[] = [];
  for await (const piece of log.rows(partition, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }, 3))
    rows.push(...piece.map(({ row }) => `${row.request} ${row.model}`));
  return rows.sort();
}

test('an event that is delivered twice counts once', async () => {
  const partition = randomId('part');
  const event = deliver(partition, { request: 'req_a', day: 20_000, amount: 35n, assumed: false }, 1);
  expect(await log.apply(event, bookingOf)).toBe('applied');
  expect(await log.apply(event, bookingOf)).toBe('known');
  expect(await sums.rollup(partition, 20_000)).toEqual(
    new Map([
      ['requests', '1'],
      ['cost', '35'],
    ]),
  );
});

test('a real event takes the place of an assumed one, on another day too, and never the other way round', async () => {
  const partition = randomId('part');
  const assumed = deliver(partition, { request: 'req_a', day: 20_000, amount: 7n, assumed: true }, 1);
  const real = deliver(partition, { request: 'req_a', day: 20_001, amount: 35n, assumed: false }, 2);
  expect(await log.apply(assumed, bookingOf)).toBe('applied');
  expect(await log.apply(real, bookingOf)).toBe('replaced');
  expect(await log.apply({ ...assumed, streamId: '1800000000000-0' }, bookingOf)).toBe('known');
  expect(await sums.rollup(partition, 20_000)).toEqual(new Map());
  expect(await sums.rollup(partition, 20_001)).toEqual(
    new Map([
      ['requests', '1'],
      ['cost', '35'],
    ]),
  );
  expect(await rowsOf(partition)).toEqual(['req_a 35']);
  expect(Buffer.from((await log.read(partition, 'req_a')) ?? '').toString()).toBe('req_a 20001 35');
});

/** All that the books of a partition say. */
const booksOf = async (partition: string) => ({
  sums: await Promise.all([20_000, 20_001].map((day) => sums.rollup(partition, day))),
  pulses: await Promise.all([20_000, 20_001].map((day) => sums.pulse(partition, day))),
  rows: await rowsOf(partition),
  sizes: await log.sizes(partition),
});

test.each([
  ['log', keyspace.requestLog],
  ['days', keyspace.usageDays],
  ['sums', (partition: string) => keyspace.usageRollup(partition, '20001')],
  ['pulse', (partition: string) => keyspace.usagePulse(partition, '20001')],
])(
  'an event that fails at the %s changes nothing, however often, and counts once when it can be entered',
  async (_, keyOf) => {
    const partition = randomId('part');
    const assumed = deliver(partition, { request: 'req_a', day: 20_000, amount: 7n, assumed: true }, 1);
    const real = deliver(partition, { request: 'req_a', day: 20_001, amount: 35n, assumed: false }, 2);
    const other = deliver(partition, { request: 'req_b', day: 20_001, amount: 2n, assumed: false }, 3);
    await log.apply(assumed, bookingOf);
    const before = await booksOf(partition);
    const key = keyOf(partition);
    const aside = `${key} aside`;
    if ((await redis.exists(key)) === 1) await redis.rename(key, aside);
    await redis.set(key, 'of no use');
    for (let time = 0; time < 3; time++)
      for (const event of [real, other]) await expect(log.apply(event, bookingOf)).rejects.toThrow('WRONGTYPE');
    await redis.del(key);
    if ((await redis.exists(aside)) === 1) await redis.rename(aside, key);
    expect(await booksOf(partition)).toEqual(before);

    expect(await log.apply(real, bookingOf)).toBe('replaced');
    expect(await log.apply(other, bookingOf)).toBe('applied');
    const after = await booksOf(partition);
    expect(after.sums).toEqual([new Map(), new Map(Object.entries({ requests: '2', cost: '37' }))]);
    expect(after.pulses).toEqual([new Map(), new Map([['cost', '37']])]);
    expect(after.rows).toEqual(['req_a 35', 'req_b 2']);
  },
);

test('sums beyond what a float can hold stay exact', async () => {
  const partition = randomId('part');
  const amounts = [9_007_199_254_740_993n, 1n, 1n];
  for (const [place, amount] of amounts.entries())
    await log.apply(deliver(partition, { request: `req_${place}`, day: 1, amount, assumed: false }, place), bookingOf);
  expect((await sums.rollup(partition, 1)).get('cost')).toBe('9007199254740995');
});

test('any order and any repetition of the same events gives the same books', async () => {
  const facts = fc.uniqueArray(
    fc.record({
      request: fc.constantFrom('req_a', 'req_b', 'req_c'),
      day: fc.constantFrom(20_000, 20_001),
      amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      assumed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const history = facts.chain((all) =>
    fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 12 }), fc.boolean()),
  );
  await fc.assert(
    fc.asyncProperty(history, async ([all, repeats, atOnce]) => {
      const partition = randomId('part');
      const events = all.map((fact, place) => deliver(partition, fact, place));
      // Every event at least once: the repeats come first and in between, in the order that fast-check chose.
      const order = [...repeats.flatMap((place) => events[place] ?? []), ...events.toReversed()];
      if (atOnce) await Promise.all(order.map((event) => log.apply(event, bookingOf)));
      else for (const event of order) await log.apply(event, bookingOf);

      const winners = Object.values(Object.groupBy(events, ({ request }) => request)).map(
        (group) => (group?.findLast(({ assumed }) => !assumed) ?? group?.at(-1)) as Delivered,
      );
      const expected = winners.map(({ event }) => bookingOf(event));
      for (const day of [20_000, 20_001]) {
        const costs = expected
          .filter((booking) => booking.day === day)
          .map(({ sums: [, cost] }) => BigInt(cost?.[1] ?? 0));
        const rollup = await sums.rollup(partition, day);
        expect(rollup.get('requests')).toBe(costs.length === 0 ? undefined : String(costs.length));
        expect(BigInt(rollup.get('cost') ?? 0)).toBe(costs.reduce((sum, cost) => sum + cost, 0n));
        expect(await sums.pulse(partition, day)).toEqual(new Map([...rollup].filter(([field]) => field === 'cost')));
      }
      expect(await rowsOf(partition)).toEqual(expected.map(({ row }) => rowText(row)).sort());
    }),
    { numRuns: 60 },
  );
});

const rowText = (row: string): string => {
  const [request, , model] = JSON.parse(row) as string[];
  return `${request} ${model}`;
};
