import { randomBytes } from 'node:crypto';
import { createLogger } from '@palimpsest/runtime';
import { connectRedis, type RedisClient, Registry } from '@palimpsest/state';
import { startOwnRedis, type TestTls, testAuthority } from '@palimpsest/testkit';
import { Registry as Metrics } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ControlRecords, ControlRegistry, StoredUser } from '../registry-records.ts';
import { storedKey, storedUser } from '../testing/stored-records.ts';
import { startTestProxy } from '../testing/test-proxy.ts';
import { keyringOf } from '../vault/keyring.ts';
import { measureConfiguration } from './measure-configuration.ts';
import { serveConfiguration } from './serve-configuration.ts';

const keyring = keyringOf([randomBytes(32)]);
const eventually = { timeout: 20_000, interval: 10 };
const logs: string[] = [];

let url: string;
let redis: RedisClient;
let registry: ControlRegistry;
let tls: { readonly control: TestTls; readonly proxy: TestTls };
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  const server = await startOwnRedis();
  closers.push(() => server.stop());
  url = server.url;
  redis = connection('requests');
  registry = new Registry<ControlRecords>(redis);
  const authority = await testAuthority();
  tls = { control: await authority.issue('control'), proxy: await authority.issue('proxy') };
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function connection(use: 'requests' | 'blocking'): RedisClient {
  const client = connectRedis({ url, use, onError: () => undefined });
  closers.push(() => client.disconnect());
  return client;
}

async function startReplica() {
  const logger = createLogger({
    service: 'control',
    level: 'debug',
    destination: { write: (line) => void logs.push(line) },
  });
  const patient = connection('blocking');
  const replica = await serveConfiguration({
    host: '127.0.0.1',
    port: 0,
    tls: tls.control,
    registry,
    patient,
    keyring,
    logger,
  });
  closers.push(() => replica.stop());
  return replica;
}

function connect(port: number) {
  const proxy = startTestProxy(port, tls.proxy);
  closers.push(() => proxy.stop());
  return proxy;
}

async function writeUser(user: StoredUser): Promise<void> {
  const from = await registry.get('users', user.id);
  expect(await registry.put('users', { id: user.id, from, value: user })).toMatchObject({ outcome: 'written' });
}

it('brings a change by any replica to the proxies of every replica within a second', async () => {
  const [first, second] = [await startReplica(), await startReplica()];
  const proxies = [connect(first.port), connect(second.port)];
  const user = storedUser();
  await writeUser(user);
  await vi.waitFor(() => {
    for (const proxy of proxies) expect(proxy.place().version).toBe(1);
  }, eventually);
  for (let index = 0; index < 5; index += 1) {
    const name = `name ${index}`;
    await writeUser({ ...user, name });
    const changedAt = performance.now();
    await vi.waitFor(() => {
      for (const proxy of proxies) expect(proxy.records.get(`user/${user.id}`)?.record).toMatchObject({ name });
    }, eventually);
    expect(performance.now() - changedAt).toBeLessThan(1_000);
  }
});

it('takes a deleted user out of the proxies', async () => {
  const user = storedUser();
  await writeUser(user);
  const proxy = connect((await startReplica()).port);
  await vi.waitFor(() => expect(proxy.records.has(`user/${user.id}`)).toBe(true), eventually);
  const from = await registry.get('users', user.id);
  if (from !== undefined) await registry.remove('users', from);
  await vi.waitFor(() => expect(proxy.records.has(`user/${user.id}`)).toBe(false), eventually);
});

it('starts over where Redis lost what it had', async () => {
  await writeUser(storedUser('lost'));
  await writeUser(storedUser('lost too'));
  const replica = await startReplica();
  const proxy = connect(replica.port);
  await vi.waitFor(() => expect(proxy.place().version).toBe(2), eventually);
  await redis.flushall();
  await writeUser(storedUser('kept'));
  await vi.waitFor(() => expect(proxy.place().version).toBe(1), eventually);
  expect(proxy.cases()).toEqual(['statePart', 'statePart']);
});

it('is ready once the registry has been read, and measures who follows it', async () => {
  const replica = await startReplica();
  const metrics = new Metrics();
  measureConfiguration(metrics, replica);
  await vi.waitFor(() => expect(replica.ready()).toBe(true), eventually);
  const proxy = connect(replica.port);
  await writeUser(storedUser());
  await vi.waitFor(() => expect(proxy.place().version).toBe(1), eventually);
  await vi.waitFor(() => expect(replica.proxies()).toMatchObject([{ version: 1 }]), eventually);
  const shown = await metrics.metrics();
  expect(shown).toContain('palimpsest_configuration_version 1\n');
  expect(shown).toContain('palimpsest_proxies_connected 1\n');
  expect(shown).toContain('palimpsest_proxies_behind 0\n');
  expect(shown).toContain('palimpsest_proxies_refusing 0\n');
});

it('writes no secret down', async () => {
  const key = storedKey(keyring, 'sk-planted-secret-of-a-key');
  await registry.put('provider-keys', { id: key.id, from: undefined, value: key });
  const proxy = connect((await startReplica()).port);
  await vi.waitFor(
    () => expect([...proxy.records.values()]).toMatchObject([{ record: { secret: 'sk-planted-secret-of-a-key' } }]),
    eventually,
  );
  expect(logs.join('')).toContain('a proxy follows the configuration');
  expect(logs.join('')).not.toContain('planted');
});
