import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { Registry } from './registry.ts';
import { followRegistry, type RegistryDelta } from './registry-changes.ts';
import type { RegistryRecords } from './registry-records.ts';

type Records = RegistryRecords & { users: { name: string } };
type Delta = RegistryDelta<Records>;

let url: string;
let redis: RedisClient;
let patient: RedisClient;
let registry: Registry<Records>;
let stopRedis: () => Promise<void>;
let stopping: AbortController;
beforeEach(async () => {
  const server = await startOwnRedis();
  url = server.url;
  stopRedis = () => server.stop();
  redis = connectRedis({ url, onError: () => undefined });
  patient = connectRedis({ url, use: 'blocking', onError: () => undefined });
  registry = new Registry<Records>(redis);
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  redis.disconnect();
  patient.disconnect();
  await stopRedis();
});

const write = async (id: string, name: string) => {
  const from = await registry.get('users', id);
  return registry.put('users', { id, from, value: { name } });
};

/** Follows in the background; what came so far. */
function follow(after: number) {
  const deltas: Delta[] = [];
  const ended = (async () => {
    for await (const delta of followRegistry<Records>(patient, after, stopping.signal)) deltas.push(delta);
  })();
  return { deltas, ended };
}

describe('following the registry', () => {
  it('tells every change of any writer within a second, without a hole', async () => {
    const { deltas } = follow(0);
    const [first, second] = [randomId('usr'), randomId('usr')];
    await write(first, 'ada');
    await write(second, 'bob');
    const written = Date.now();
    const seen = () => deltas.flatMap((delta) => (delta.type === 'changes' ? delta.upserts : []));
    await expect.poll(() => seen().map(({ record }) => record.id)).toEqual([first, second]);
    expect(Date.now() - written).toBeLessThan(1000);

    const ada = await registry.get('users', first);
    if (ada === undefined) throw new Error('not written');
    await registry.remove('users', ada);
    await expect
      .poll(() => deltas.flatMap((delta) => (delta.type === 'changes' ? delta.deletes : [])))
      .toEqual([{ kind: 'users', id: first }]);

    let version = 0;
    for (const delta of deltas) {
      if (delta.type === 'gap') throw new Error('a gap');
      expect(delta.fromVersion).toBe(version);
      version = delta.toVersion;
    }
    expect(version).toBe(3);
  });

  it('tells a record that changed often once, as it is now', async () => {
    const id = randomId('usr');
    for (const name of ['a', 'b', 'c']) await write(id, name);
    const { deltas } = follow(0);
    await expect.poll(() => deltas.length).toBe(1);
    expect(deltas[0]).toMatchObject({
      fromVersion: 0,
      toVersion: 3,
      upserts: [{ kind: 'users', record: { value: { name: 'c' } } }],
      deletes: [],
    });
  });

  it('begins after the version it is given', async () => {
    await write(randomId('usr'), 'ada');
    const { deltas } = follow(await registry.version());
    const id = randomId('usr');
    await write(id, 'bob');
    await expect.poll(() => deltas).toMatchObject([{ fromVersion: 1, toVersion: 2, upserts: [{ record: { id } }] }]);
  });

  it('says that changes are gone where they were trimmed', async () => {
    for (const name of ['a', 'b', 'c']) await write(randomId('usr'), name);
    await redis.xtrim(keyspace.registryChanges(), 'MAXLEN', 1);
    const { deltas, ended } = follow(1);
    await ended;
    expect(deltas).toEqual([{ type: 'gap' }]);
  });

  it('says so where Redis has lost changes that were seen', async () => {
    await write(randomId('usr'), 'ada');
    const { deltas, ended } = follow(7);
    await ended;
    expect(deltas).toEqual([{ type: 'gap' }]);
  });

  it('ends at once when it is told to', async () => {
    const { ended } = follow(0);
    stopping.abort();
    const before = Date.now();
    await ended;
    expect(Date.now() - before).toBeLessThan(1000);
  });
});
