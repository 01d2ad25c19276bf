import { rm } from 'node:fs/promises';
import {
  answer,
  inlineCommand,
  type RedisProcess,
  type Relay,
  startRedisProcess,
  startRelay,
  startSimulatedProviders,
} from '@palimpsest/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentSnapshot } from '../snapshot/current.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

// Where it has much to load, it takes its time for each key, and answers meanwhile. What it took is on disk when it says so: with a disk that
// is slow to sync, it would otherwise be killed with the last second in its memory.
const ON_DISK = '--appendonly yes --appendfsync always';
const SLOW_LOADING = `${ON_DISK} --key-load-delay 15000 --loading-process-events-interval-bytes 1024`.split(' ');
const AN_ANSWER_MS = 1_300; // a second, and what a busy machine adds

let server: RedisProcess;
let relay: Relay;
let providers: Awaited<ReturnType<typeof startSimulatedProviders>>;
let proxy: ProxyUnderTest;
let user: ReturnType<ProxyUnderTest['user']>;
beforeEach(async () => {
  server = await startRedisProcess(SLOW_LOADING);
  relay = await startRelay(server.url);
  providers = await startSimulatedProviders();
  const house = { server: { ...server, url: relay.url }, providers, current: currentSnapshot() };
  proxy = await startProxyUnderTest({}, {}, house);
  const key = proxy.key('openai', { models: ['gpt-fine'] });
  providers.openai.plays(key.secret, answer('fine'));
  user = proxy.user();
});
afterEach(async () => {
  await proxy.stop();
  await relay.close();
  await providers.close();
  await server.stop();
});

type Told = { readonly status: number; readonly requestId: string | null; readonly retryAfter: string | null };
async function ask(stream = false): Promise<Told & { readonly tookMs: number; readonly text: string }> {
  const startedAt = performance.now();
  const body = { model: 'gpt-fine', stream, messages: [{ role: 'user', content: 'hello' }] };
  const response = await proxy.chat(user, body);
  const text = await response.text();
  const tookMs = performance.now() - startedAt;
  const { status, headers } = response;
  return { status, requestId: headers.get('x-request-id'), retryAfter: headers.get('retry-after'), tookMs, text };
}

/** By request, how its last event says that it ended. */
async function booked(): Promise<ReadonlyMap<string, string>> {
  await proxy.built.deferred.retry();
  return new Map((await proxy.events(user)).map(({ requestId, outcome }) => [requestId, outcome]));
}

const command = (text: string) => inlineCommand(server.port, text);

/** What can befall a Redis, and how it ends. */
const failures: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  async 'is away'() {
    await server.kill();
    return () => server.restart();
  },
  async 'is frozen'() {
    await server.pause();
    return () => server.resume();
  },
  async 'answers too late'() {
    relay.delay(1_500);
    return async () => relay.delay(0);
  },
  async 'has become a replica (READONLY)'() {
    const other = await startRedisProcess([
      '--replicaof',
      `127.0.0.1 ${server.port}`,
      '--repl-diskless-sync-delay',
      '0',
    ]);
    const info = (port: number) => inlineCommand(port, 'INFO replication');
    await vi.waitFor(async () => expect(await info(other.port)).toContain('master_link_status:up'), 10_000);
    await inlineCommand(other.port, 'REPLICAOF NO ONE');
    await command(`REPLICAOF 127.0.0.1 ${other.port}`);
    return async () => {
      await command('REPLICAOF NO ONE');
      await other.stop();
    };
  },
  async 'is still loading (LOADING)'() {
    await command(`EVAL "for i = 1, 200 do redis.call('SET', 'filler' .. i, string.rep('x', 1024)) end" 0`);
    await command('BGREWRITEAOF');
    await vi.waitFor(async () => expect(await command('INFO persistence')).toMatch(/aof_base_size:[1-9]/), 10_000);
    await server.kill();
    const loaded = server.restart();
    await vi.waitFor(async () => expect(await command('PING')).toContain('LOADING'), 10_000);
    return () => loaded;
  },
  async "is held up by somebody's script (BUSY)"() {
    await command('CONFIG SET busy-reply-threshold 1');
    const killed = inlineCommand(server.port, 'EVAL "while true do end" 0', 60_000);
    await vi.waitFor(async () => expect(await command('PING')).toContain('BUSY'), 10_000);
    return async () => {
      await command('SCRIPT KILL');
      await killed;
    };
  },
  async 'has no memory left (OOM)'() {
    await command('CONFIG SET maxmemory 1');
    return () => command('CONFIG SET maxmemory 0');
  },
  async 'has no disk left (MISCONF)'() {
    await command('CONFIG SET save "3600 1000000"');
    await rm(server.directory, { recursive: true });
    await command('BGSAVE');
    await vi.waitFor(async () => expect(await command('INFO persistence')).toContain('bgsave_status:err'), 10_000);
    return () => command('CONFIG SET save ""');
  },
  async 'has too few replicas (NOREPLICAS)'() {
    await command('CONFIG SET min-replicas-to-write 1');
    return () => command('CONFIG SET min-replicas-to-write 0');
  },
};

test.for(Object.keys(failures))(
  'while Redis %s a request gets its 503 within a second, and afterwards service without a restart and each request one entry',
  async (what) => {
    const served = await ask();
    expect(served.status).toBe(200);
    const mend = await failures[what]?.();
    const refused = [await ask(), await ask(true)];
    await mend?.();
    for (const { status, text, retryAfter, tookMs } of refused) {
      expect({ status, text }).toMatchObject({ status: 503, text: expect.stringContaining('gateway_unavailable') });
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      expect(tookMs).toBeLessThan(AN_ANSWER_MS);
    }
    const after = await vi.waitUntil(
      async () => {
        const told = await ask();
        return told.status === 200 ? told : undefined;
      },
      { timeout: 10_000, interval: 50 },
    );
    const outcomes = await booked();
    for (const { requestId } of [served, after]) expect(outcomes.get(requestId ?? '')).toBe('success');
    for (const { requestId } of refused) expect(outcomes.get(requestId ?? '')).toMatch(/^(?:rejected|failed)$/);
  },
);

test('connections to Redis that are cut at any moment cost no answer its entry, and give no refusal one of success', async () => {
  const told: Told[] = [];
  const run = async () => {
    for (let count = 0; count < 25; count += 1) told.push(await ask(count % 2 === 0));
  };
  const cutting = setInterval(() => Math.random() < 0.5 && relay.cut(), 20);
  await Promise.all([run(), run(), run(), run(), run()]).finally(() => clearInterval(cutting));
  expect(told.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const outcomes = await vi.waitFor(booked, 10_000);
  const otherwise = told.filter(
    ({ requestId, status }) => (outcomes.get(requestId ?? '') === 'success') !== (status === 200),
  );
  expect(otherwise).toEqual([]);
});
