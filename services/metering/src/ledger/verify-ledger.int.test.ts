import { userId } from '@palimpsest/domain';
import { startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keptBooks } from '../testing/kept-books.ts';
import { openBooks } from '../testing/open-books.ts';
import { sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { reportText } from './report.ts';
import { verifyLedger } from './verify-ledger.ts';

const server = await startOwnRedis();
const books = openBooks(server.url);
const { redis } = books;
const { begin, settle, call, ada, key } = keptBooks(books);
afterAll(async () => {
  books.close();
  await server.stop();
});
beforeEach(async () => {
  await redis.flushall();
  await Promise.all(Array.from({ length: 12 }, call));
  await books.consumeAll();
});

const verify = () => verifyLedger(redis, { patienceMs: 300 });
const found = async () => (await verify()).differences.map(({ book, subject, figure }) => [book, subject, figure]);
const counterOf = async (of: 'u' | 'k', id: string) => {
  const name = `pgw:v1:{${of}:${id}}:counters`;
  const [start, taken, since, carried] = String(await redis.hget(name, 'requests:month:UTC')).split(':');
  return {
    taken,
    set: (more: number) =>
      redis.hset(name, 'requests:month:UTC', [start, Number(taken) + more, since, carried].join(':')),
  };
};
const today = new Date().toISOString().slice(0, 10);

test('clean books have no difference, and reservations in flight are none', async () => {
  await begin();
  const report = await verify();
  expect(report.differences).toEqual([]);
  expect(report.checked).toMatchObject({ requests: 12, counters: 6 });
  expect(report.explained).toEqual(['2 reservations of users and keys are in flight and count as reserved.']);
  expect(reportText(report)).toContain('The books balance: 0 differences.');
});

test('what is in the stream and not applied yet is counted, and so is what moves meanwhile', async () => {
  const running = await Promise.all(Array.from({ length: 5 }, begin));
  const checking = verify();
  for (const one of running) await settle(one);
  for (let more = 0; more < 30; more += 1) await call();
  const consuming = books.consumeAll();
  expect((await checking).differences).toEqual([]);
  await consuming;
  expect((await verify()).differences).toEqual([]);
});

test('a request that was refunded and settled late counts once', async () => {
  const late = await begin();
  await redis.zadd(`pgw:v1:{u:${ada}}:leases`, 1, late.request);
  await books.quota.read(ada, []);
  expect(await found()).toEqual([]);
  await settle(late);
  expect(await found()).toEqual([]);
});

test("a user's counter that says more than the log is named, with both figures", async () => {
  await (await counterOf('u', ada)).set(1);
  const report = await verify();
  expect(report.differences).toEqual([
    { book: 'user counter', subject: ada, figure: 'requests:month:UTC', expected: 12n, found: 13n },
  ]);
  expect(reportText(report)).toMatch(/user counter +usr_ada +requests:month:UTC +12 +13 +\+1/);
});

test("a key's counter that says less than the log is named", async () => {
  await (await counterOf('k', key)).set(-2);
  expect((await verify()).differences).toEqual([
    { book: 'key counter', subject: key, figure: 'requests:month:UTC', expected: 12n, found: 10n },
  ]);
});

test('a sum that was changed is named by its day', async () => {
  const [partition = ''] = (await redis.keys('pgw:v1:{usage:*}:rollup:*'))[0]?.match(/\d/) ?? [];
  const name = `pgw:v1:{usage:${partition}}:rollup:${Math.floor(Date.now() / 86_400_000)}`;
  const field = (await redis.hkeys(name)).find((one) => one.startsWith('cost ')) ?? '';
  await redis.hincrby(name, field, 7);
  expect(await found()).toEqual([['day sums', `partition ${partition}, ${today}`, field]]);
});

test('requests for models that nobody serves, which a former release summed by name, are no difference; one too many is', async () => {
  const unserved = { outcome: 'rejected', chain: [], errorCode: 'model_not_found', userId: userId('usr_bob') } as const;
  const at = { atMs: Date.now(), model: 'made up' };
  for (let more = 0; more < 9; more += 1) await books.append(sampleEvent({ ...unserved, ...at }));
  await books.consumeAll();
  expect(await found()).toEqual([]);
  const [name, former] = ['requests ["usr_bob","","",""]', 'requests ["usr_bob","","","made up"]'];
  const rollups = await redis.keys('pgw:v1:{usage:*}:rollup:*');
  const kept = await Promise.all(rollups.map((one) => redis.hget(one, name)));
  expect(kept.reduce((sum, count) => sum + Number(count ?? 0), 0)).toBe(9);
  const place = kept.findIndex((count) => count !== null);
  const rollup = rollups[place] ?? '';
  await redis.hincrby(rollup, name, -1);
  await redis.hincrby(rollup, former, 1);
  expect(await found()).toEqual([]);
  await redis.hincrby(rollup, former, 5);
  expect((await found()).map(([, , figure]) => figure)).toEqual([former]);
});

test('requests and attempts without a price that a day did not count yet are not known, and no difference; counted wrong they are one', async () => {
  const chain = [sampleAttempt({ class: 'transient', cost: undefined }), sampleAttempt()];
  await books.append(sampleEvent({ atMs: Date.now(), userId: userId('usr_bob'), cost: undefined, chain }));
  await books.consumeAll();
  const sums = await redis.keys('pgw:v1:{usage:*}:rollup:*');
  const fields = await Promise.all(sums.map((one) => redis.hkeys(one)));
  const at = fields.findIndex((some) => some.some(isUnpriced));
  const [rollup = '', field = ''] = [sums[at], fields[at]?.find(isUnpriced)];
  await redis.hset(rollup, field, 2);
  expect((await verify()).differences).toMatchObject([{ book: 'day sums', figure: field, expected: 1n, found: 2n }]);
  const days = [...sums, ...(await redis.keys('pgw:v1:{usage:*}:pulse:*'))];
  for (const name of days)
    for (const one of await redis.hkeys(name)) if (one.includes('unpriced')) await redis.hdel(name, one);
  const { differences, explained } = await verify();
  expect(differences).toEqual([]);
  expect(explained).toEqual(['4 sums of what has no price are of before such was counted, and not known.']);
});

const isUnpriced = (field: string) => field.startsWith('unpriced ');
