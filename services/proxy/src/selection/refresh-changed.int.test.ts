import type { PoolMember } from '@palimpsest/domain';
import { connectRedis, KeyPool, type RedisClient, windowsOf } from '@palimpsest/state';
import { randomId, startOwnRedis, startRelay } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh, idsOf, proxyOf, refOf } from '../testing/glancing-proxy.ts';
import { perDay } from '../testing/per-day.ts';

let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: RedisClient;
let pool: KeyPool;
beforeAll(async () => {
  server = await startOwnRedis();
  redis = connectRedis({ url: server.url, onError: () => undefined });
  pool = new KeyPool(redis);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** What a proxy does for one call, up to its end. */
async function use(member: PoolMember, { standings }: Awaited<ReturnType<typeof proxyOf>>, tokens = 40) {
  const attempt = randomId('req');
  const windows = windowsOf(member.key.limits, 'gpt-test', Date.now());
  const reserve = { requests: 1, tokens: 100, cost: 0 };
  const reply = await pool.reserve({ ...refOf(member), attempt, model: 'gpt-test', leaseMs: 60_000, windows, reserve });
  standings.observe(member, reply);
  const spent = { requests: 1, tokens, cost: 0 };
  await pool.settle({ ...refOf(member), attempt, spent, outcome: 'success' });
}

const leftOf = ({ standings }: Awaited<ReturnType<typeof proxyOf>>, member: PoolMember) =>
  standings.of(member)?.remaining.map(({ remaining }) => remaining);

/** Redis's own count of what was asked of it, and of bytes both ways. */
async function work(run: () => Promise<unknown>) {
  const count = async () => {
    const [commands, stats] = [await redis.info('commandstats'), await redis.info('stats')];
    const of = (text: string, name: RegExp) => Number(name.exec(text)?.[1] ?? 0);
    return {
      functions: of(commands, /cmdstat_evalsha:calls=(\d+)/),
      bytes: of(stats, /total_net_input_bytes:(\d+)/) + of(stats, /total_net_output_bytes:(\d+)/),
    };
  };
  const before = await count();
  const asked = await count();
  await run();
  const after = await count();
  // The questions themselves are no part of it.
  return {
    functions: after.functions - asked.functions,
    bytes: after.bytes - asked.bytes - (asked.bytes - before.bytes),
  };
}

it('a thousand keys that nobody changed are glanced at: no function, and 350 bytes a key', async () => {
  const members = Array.from({ length: 1000 }, () => fresh());
  const proxy = await proxyOf(members, pool);
  const { functions, bytes } = await work(proxy.pass);
  expect(functions).toBe(0);
  expect(bytes).toBeLessThan(350_000);
});

it('of a thousand keys the one that somebody else marked or resumed is read on the next pass, and no other', async () => {
  const members = Array.from({ length: 1000 }, () => fresh());
  const other = await proxyOf(members, pool);
  const [, changed = fresh()] = members;
  const seen = async () => {
    expect(await other.pass()).toEqual([changed.key.id]);
    return other.standings.of(changed);
  };
  await pool.mark({ ...refOf(changed), state: 'suspended', until: 'by-hand', reason: 'leaked' });
  expect(await seen()).toMatchObject({ state: 'suspended' });
  await pool.resume(refOf(changed));
  expect(await seen()).toMatchObject({ state: 'active' });
  expect(await other.pass()).toEqual([]);
});

it('use is known on the next pass without any reading, whosever it is, as if all were read', async () => {
  const members = Array.from({ length: 100 }, () => fresh([perDay(1000), perDay(100_000, 'tokens')]));
  const [one, other] = [await proxyOf(members, pool), await proxyOf(members, pool)];
  await Promise.all(
    members.flatMap((member) => [use(member, one, 7), use(member, other, 100), use(member, one, 3000)]),
  );
  const { functions } = await work(async () => {
    expect(await one.pass()).toEqual([]);
    expect(await other.pass()).toEqual([]);
  });
  expect(functions).toBe(0);
  const reading = await proxyOf(members, pool);
  for (const member of members) {
    const told = reading.standings.of(member);
    for (const { standings } of [one, other]) {
      expect(standings.of(member)?.remaining).toEqual(told?.remaining);
      expect(standings.of(member)?.lastUsedAtMs).toBe(told?.lastUsedAtMs);
    }
    expect(leftOf(one, member)).toEqual([997, 100_000 - 3107]);
  }
});

it('what one key of a group changed is read of all of them', async () => {
  const group = randomId('group');
  const members = [fresh([perDay(1000)], group), fresh([perDay(1000)], group)];
  const alone = fresh();
  const proxy = await proxyOf([...members, alone], pool);
  const [first = alone, second = alone] = members;
  await use(first, proxy);
  expect(await proxy.pass()).toEqual([]);
  expect(leftOf(proxy, second)).toEqual([999]);
  await pool.mark({ ...refOf(second), state: 'sleeping', until: { inMs: 60_000 }, reason: 'busy' });
  expect(await proxy.pass()).toEqual(idsOf(members));
  expect(proxy.standings.of(first)).toMatchObject({ state: 'sleeping' });
});

it('time alone is seen: a mark that ended, a told window that began', async () => {
  const [asleep, empty] = [fresh(), fresh()];
  await pool.mark({ ...refOf(asleep), state: 'sleeping', until: { inMs: 300 }, reason: 'busy' });
  const told = {
    metric: 'requests',
    period: 'minute',
    refill: 'window',
    source: 'header',
    confidence: 'told',
  } as const;
  await pool.learn({ ...refOf(empty), ageMs: 0, told: [{ ...told, limit: 10, remaining: 0, resetsInMs: 300 }] });
  const proxy = await proxyOf([asleep, empty], pool);
  expect(proxy.standings.of(asleep)).toMatchObject({ state: 'sleeping' });
  expect(proxy.standings.of(empty)).toMatchObject({ learned: [{ remaining: 0 }] });
  await expect
    .poll(async () => {
      await proxy.pass();
      return [proxy.standings.of(asleep)?.state, proxy.standings.of(empty)?.learned[0]?.remaining];
    })
    .toEqual(['active', 10]);
  expect(await proxy.pass()).toEqual([]);
});

it('a mark that raises no number, as that of an older release, is noticed within ten seconds', async () => {
  const member = fresh();
  const proxy = await proxyOf([member], pool);
  await pool.mark({ ...refOf(member), state: 'sleeping', until: { inMs: 60_000 }, reason: 'busy' });
  await redis.hdel(`pgw:v1:{k:${member.key.id}}:key:${member.key.id}`, 'version');
  expect(await proxy.pass()).toEqual([]);
  proxy.passTime(10_000);
  expect(await proxy.pass()).toEqual([member.key.id]);
  expect(proxy.standings.of(member)).toMatchObject({ state: 'sleeping' });
});

it('keys that are new are read, those that were deleted are forgotten', async () => {
  const [kept, deleted, added] = [fresh(), fresh(), fresh()];
  const proxy = await proxyOf([kept, deleted], pool);
  expect(await proxy.pass([kept, added])).toEqual([added.key.id]);
  await proxy.pass([kept, added]);
  expect([kept, deleted, added].map((member) => proxy.standings.of(member) !== undefined)).toEqual([true, false, true]);
});

it('a Redis that was emptied is noticed on the next pass', async () => {
  const [used, asleep] = [fresh(), fresh()];
  await pool.mark({ ...refOf(asleep), state: 'sleeping', until: { inMs: 60_000 }, reason: 'busy' });
  const proxy = await proxyOf([used, asleep], pool);
  await use(used, proxy);
  await proxy.pass();
  expect(leftOf(proxy, used)).toEqual([999]);
  await redis.flushall();
  await proxy.pass();
  expect(leftOf(proxy, used)).toEqual([1000]);
  expect(proxy.standings.of(asleep)).toMatchObject({ state: 'active' });
});

it('while Redis is away nothing is forgotten, and what was missed is read when it is back', async () => {
  const relay = await startRelay(server.url);
  const far = connectRedis({ url: relay.url, onError: () => undefined });
  const member = fresh();
  const proxy = await proxyOf([member], new KeyPool(far));
  await use(member, proxy);
  await proxy.pass();
  relay.freezeAfter(0);
  await pool.mark({ ...refOf(member), state: 'suspended', until: 'by-hand', reason: 'leaked' });
  await expect(proxy.pass()).rejects.toThrow();
  expect(leftOf(proxy, member)).toEqual([999]);
  relay.thaw();
  await expect.poll(() => proxy.pass().catch(() => [])).toEqual([member.key.id]);
  expect(proxy.standings.of(member)).toMatchObject({ state: 'suspended' });
  far.disconnect();
  await relay.close();
});
