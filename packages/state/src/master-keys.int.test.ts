import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from './audit-log.ts';
import { connectRedis } from './connect-redis.ts';
import { MasterKeys } from './master-keys.ts';
import type { RedisClient } from './redis-client.ts';
import { Registry } from './registry.ts';
import type { RegistryRecords } from './registry-records.ts';

// Who rotates, and what is retired, is the gateway's as a whole: a Redis of its own.
let redis: RedisClient;
let masterKeys: MasterKeys;
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await startOwnRedis();
  redis = connectRedis({ url: server.url, onError: () => undefined });
  masterKeys = new MasterKeys(redis);
  stop = () => server.stop();
});
afterAll(async () => {
  redis.disconnect();
  await stop();
});

let holder: string;
beforeEach(() => {
  holder = randomId('holder');
});
const audit = { id: 'aud_1', actor: 'command', action: 'a', target: 't', from: null, before: null, after: null };

describe('running controls', () => {
  it('are known with the keys that each has now, until they leave or are not heard of any more', async () => {
    const [kept, silent] = [
      { name: holder, keys: ['a'] },
      { name: `${holder}2`, keys: ['a'] },
    ];
    await masterKeys.announce(kept, undefined, 60_000);
    await masterKeys.announce(silent, undefined, 30);
    const grown = { ...kept, keys: ['a', 'b'] };
    await masterKeys.announce(grown, kept, 60_000);
    await expect.poll(() => masterKeys.holders()).toEqual([grown]);
    await masterKeys.leave(grown);
    expect(await masterKeys.holders()).toEqual([]);
  });
});

describe('the right to rotate', () => {
  it('is one holder’s at a time, and free once it is given back or its time is over', async () => {
    expect(await masterKeys.hold(holder, 60_000)).toBe(0);
    expect(await masterKeys.hold(holder, 60_000)).toBe(0);
    expect(await masterKeys.hold('another', 60_000)).toBeGreaterThan(50_000);
    await masterKeys.release('another');
    expect(await masterKeys.hold('another', 60_000)).toBeGreaterThan(0);
    await masterKeys.release(holder);
    expect(await masterKeys.hold('another', 30)).toBe(0);
    await expect.poll(() => masterKeys.hold(holder, 60_000)).toBe(0);
    await masterKeys.release(holder);
  });
});

describe('a retired master key', () => {
  it('is refused from then on for what was sealed under it, with the one in its place', async () => {
    const registry = new Registry<RegistryRecords>(redis);
    const write = (sealedUnder: string) =>
      registry.putSealed('provider-keys', { id: randomId('key'), from: undefined, value: {} }, sealedUnder);
    const retire = (successor: string, ...ids: string[]) => masterKeys.retire({ holder, ids, successor, audit });

    expect(await retire('k2', 'k1')).toBe(false);
    expect((await write('k1')).outcome).toBe('written');
    await masterKeys.hold(holder, 60_000);
    expect(await retire('k2', 'k1')).toBe(true);
    expect(await write('k1')).toEqual({ outcome: 'retired', successor: 'k2' });
    expect((await write('k2')).outcome).toBe('written');

    expect(await retire('k3', 'k2')).toBe(true);
    for (const key of ['k1', 'k2']) expect(await write(key)).toEqual({ outcome: 'retired', successor: 'k3' });
    expect(await retire('k1', 'k3')).toBe(true);
    expect((await write('k1')).outcome).toBe('written');
    await masterKeys.release(holder);
  });

  it('is retired in the audit log once, however often that is said', async () => {
    const log = new AuditLog(redis);
    const before = (await log.page({ limit: 100 })).length;
    await masterKeys.hold(holder, 60_000);
    for (let times = 0; times < 3; times += 1)
      await masterKeys.retire({ holder, ids: ['old'], successor: 'new', audit });
    await masterKeys.release(holder);
    expect((await log.page({ limit: 100 })).length).toBe(before + 1);
  });
});
