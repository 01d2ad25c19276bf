import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from './audit-log.ts';
import { connectRedis } from './connect-redis.ts';
import type { RedisClient } from './redis-client.ts';
import { Registry } from './registry.ts';
import type { RegistryRecords } from './registry-records.ts';

type Records = RegistryRecords & { users: { name: string } };

let redis: RedisClient;
let registry: Registry<Records>;
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await startOwnRedis();
  redis = connectRedis({ url: server.url, onError: () => undefined });
  registry = new Registry<Records>(redis);
  stop = () => server.stop();
});
afterAll(async () => {
  redis.disconnect();
  await stop();
});

let id: string;
beforeEach(() => {
  id = randomId('usr');
});
const audit = (target: string) => ({
  id: randomId('aud'),
  actor: 'operator',
  action: 'user.create',
  target,
  from: '127.0.0.1',
  before: null,
  after: { target },
});
const create = (name: string, claims: string[] = []) =>
  registry.put('users', { id, from: undefined, value: { name }, claims });

describe('the registry', () => {
  it('gives back what was written, with the version of its last change as revision', async () => {
    await create('ada');
    const version = await registry.version();
    expect(await registry.get('users', id)).toEqual({ id, revision: version, claims: [], value: { name: 'ada' } });
    expect(await registry.get('users', randomId('usr'))).toBeUndefined();
  });

  it('lets one of two writers of the same revision through, and changes nothing for the other', async () => {
    await create('ada');
    const from = await registry.get('users', id);
    const writes = await Promise.all(
      ['grace', 'joan'].map((name) => registry.put('users', { id, from, value: { name } })),
    );
    expect(writes.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'written']);
    expect((await create('again')).outcome).toBe('conflict');
  });

  it('gives a claim to one record, and frees it with the change or the end of that record', async () => {
    const claim = randomId('hash');
    await create('ada', [claim]);
    const first = id;
    id = randomId('usr');
    expect(await create('bob', [claim])).toEqual({ outcome: 'taken', holder: first });
    expect(await registry.get('users', id)).toBeUndefined();

    const from = await registry.get('users', first);
    await registry.put('users', { id: first, from, value: { name: 'ada' }, claims: [`${claim}2`] });
    expect((await create('bob', [claim])).outcome).toBe('written');
    expect(await registry.holderOf('users', claim)).toBe(id);

    const bob = await registry.get('users', id);
    if (bob === undefined) throw new Error('not written');
    expect(await registry.remove('users', bob)).toBe(true);
    expect(await registry.holderOf('users', claim)).toBeUndefined();
  });

  it('does not delete a record that somebody changed, nor one that is gone', async () => {
    await create('ada');
    const from = await registry.get('users', id);
    if (from === undefined) throw new Error('not written');
    await registry.put('users', { id, from, value: { name: 'ada 2' } });
    expect(await registry.remove('users', from)).toBe(false);
    const now = await registry.get('users', id);
    if (now === undefined) throw new Error('gone');
    expect(await registry.remove('users', now)).toBe(true);
    expect(await registry.remove('users', now)).toBe(false);
  });

  it('writes the audit entry with the change, and none for a write that was refused', async () => {
    const log = new AuditLog(redis);
    await registry.put('users', { id, from: undefined, value: { name: 'ada' }, audit: audit(id) });
    await registry.put('users', { id, from: undefined, value: { name: 'eve' }, audit: audit(id) });
    const entries = await log.page({ limit: 10 });
    expect(entries.filter(({ target }) => target === id)).toMatchObject([{ actor: 'operator', after: { target: id } }]);
    expect(Math.abs((entries[0]?.atMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('is read page by page in the order of ids, each record once', async () => {
    const ids = Array.from({ length: 7 }, () => randomId('rte'));
    for (const routeId of ids) await registry.put('routes', { id: routeId, from: undefined, value: {} });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await registry.page('routes', { after, limit: 3 });
      seen.push(...page.map((record) => record.id));
      after = page.at(-1)?.id;
      if (after === undefined) break;
    }
    expect(seen).toEqual([...ids].sort());
    expect(await registry.count('routes')).toBe(7);
    const all: string[] = [];
    for await (const record of registry.all('routes')) all.push(record.id);
    expect(all).toEqual(seen);
  });

  it('pages through the audit log, newest first, each entry once', async () => {
    const log = new AuditLog(redis);
    const targets = Array.from({ length: 5 }, () => randomId('key'));
    for (const target of targets) await log.append(audit(target));
    const seen: string[] = [];
    for (let before: string | undefined; seen.length < 5; ) {
      const page = await log.page({ before, limit: 2 });
      seen.push(...page.map(({ target }) => target));
      before = page.at(-1)?.cursor;
    }
    expect(seen.slice(0, 5)).toEqual([...targets].reverse());
  });

  it('reads of the audit log what lies between two times, page by page', async () => {
    const log = new AuditLog(redis);
    const targets = Array.from({ length: 3 }, () => randomId('key'));
    const times: number[] = [];
    for (const target of targets) {
      await log.append(audit(target));
      const atMs = (await log.page({ limit: 1 }))[0]?.atMs ?? 0;
      times.push(atMs);
      // The next one is in a later millisecond of Redis's clock.
      await expect
        .poll(async () => Number((await redis.time())[0]) * 1000 + Number((await redis.time())[1]) / 1000)
        .toBeGreaterThan(atMs + 1);
    }
    const [first = 0, , third = 0] = times;
    const between = async (page: object) =>
      (await log.page({ limit: 10, ...page })).map(({ target }) => target).filter((target) => targets.includes(target));
    expect(await between({ fromMs: first, toMs: third })).toEqual([targets[1], targets[0]]);
    expect(await between({ fromMs: first + 1 })).toEqual([targets[2], targets[1]]);
    expect(await between({ toMs: 0 })).toEqual([]);
    expect(await between({ fromMs: -1, toMs: first })).toEqual([]);
    expect(await between({ toMs: third, before: `${third}-5` })).toEqual([targets[1], targets[0]]);
    expect(await between({ fromMs: first, toMs: third, before: `${times[1]}-0` })).toEqual([targets[0]]);
  });
});
