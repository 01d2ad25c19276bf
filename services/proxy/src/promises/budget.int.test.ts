import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answer } from '@palimpsest/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

// Work is counted, not time: these hold on the busiest machine. Whoever needs more of it has to say so here.
let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());
afterEach(() => vi.restoreAllMocks());

const calls = 20;
const messages = [{ role: 'user', content: 'ping' }];

/** A user and a key with limits, and a model that only this key serves; one call has been made, so that everything is known. */
async function scene(name: string, sixtyWords = false, requests = 1_000_000) {
  const model = `gpt-budget-${name}`;
  const user = proxy.user({ limits: [perDay(requests), perDay(1_000_000_000, 'tokens')] });
  const key = proxy.key('openai', { models: [model], limits: [perDay(1_000_000)] });
  proxy.providers.openai.plays(key.secret, answer(sixtyWords ? Array(60).fill('word').join(' ') : 'pong'));
  const ask = async (more: object = {}, headers: Record<string, string> = {}): Promise<string> => {
    const response = await proxy.chat(user, { model, messages, ...more }, headers);
    const body = await response.text();
    expect([response.status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  await ask();
  return { model, user, ask };
}

/** Redis's own count of commands, and of reads from its connections: what was sent at once is read at once. */
async function redisWork(): Promise<{ functions: number; reads: number }> {
  const [commands, stats] = [await proxy.redis.info('commandstats'), await proxy.redis.info('stats')];
  return {
    functions: Number(/cmdstat_evalsha:calls=(\d+)/.exec(commands)?.[1]),
    reads: Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]),
  };
}

/** What so many calls, one after the other, took of Redis, per call. */
async function perCall(run: () => Promise<unknown>): Promise<{ functions: number; reads: number }> {
  const before = await redisWork();
  for (let call = 0; call < calls; call += 1) await run();
  const after = await redisWork();
  // The two questions themselves are reads, too. What nobody waits for may be read together with what the next call asks first.
  const reads = Math.ceil((after.reads - before.reads - 2) / calls);
  return { functions: (after.functions - before.functions) / calls, reads };
}

/** Lua functions and round trips; of the latter the last one is not waited for. */
const plainCall = { functions: 6, reads: 3 };

describe('Redis', () => {
  it('is asked three times for a plain call: for the user and a key, to write the event down, and to charge both', async () => {
    const { ask } = await scene('plain');
    expect(await perCall(() => ask())).toEqual(plainCall);
  });

  it('is asked for a key only after the user where the user is near a limit', async () => {
    const { ask } = await scene('near', false, 40);
    expect(await perCall(() => ask())).toEqual({ functions: 6, reads: 4 });
  });

  it('is asked no more often for a stream', async () => {
    const { ask } = await scene('stream', true);
    expect(await perCall(() => ask({ stream: true }))).toEqual(plainCall);
  });

  it('is asked twice more in a session: for its turns, and to keep the new one', async () => {
    const { ask } = await scene('session');
    await ask({}, { 'x-session-id': 's' });
    expect((await perCall(() => ask({}, { 'x-session-id': 's' }))).reads).toBe(plainCall.reads + 2);
  });

  it('is asked no more often where a hundred keys serve the model', async () => {
    const { model, ask } = await scene('many');
    const keys = Array.from({ length: 99 }, () =>
      proxy.key('openai', { models: [model], limits: [perDay(1_000_000)] }),
    );
    for (const { secret } of keys) proxy.providers.openai.plays(secret, answer('pong'));
    expect(await perCall(() => ask())).toEqual(plainCall);
  });
});

describe('a replayed stream', () => {
  it('goes out in one write, whatever the number of its events', async () => {
    const { model, user } = await scene('writes', true);
    const body = JSON.stringify({ model, messages, stream: true });
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    const reads: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => reads.push(text));
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${user.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(socket, 'close');
    expect(reads.join('').match(/word/g)).toHaveLength(60);
    expect(reads).toHaveLength(1);
  });
});

describe('a large prompt', () => {
  const long = 'x'.repeat(100_000);
  // Nobody but the proxy reads or writes it as JSON in this process.
  const upstream = createServer((request, response) => {
    const size = { choices: [{ message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop' }] };
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(size)));
  });
  beforeAll(async () => void (await once(upstream.listen(0, '127.0.0.1'), 'listening')));
  afterAll(() => upstream.close());

  it('is read as JSON once, and goes on in its own bytes to a provider of the same dialect', async () => {
    const user = proxy.user();
    const address = upstream.address() as AddressInfo;
    proxy.key('openai', { models: ['gpt-budget-large'], baseUrl: `http://127.0.0.1:${address.port}/v1` });
    const body = JSON.stringify({ model: 'gpt-budget-large', messages: [{ role: 'user', content: long }] });
    const [read, written] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
    const headers = { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(read.mock.calls.filter(([text]) => String(text).length >= long.length)).toHaveLength(1);
    expect(written.mock.results.filter(({ value }) => String(value).length >= long.length)).toEqual([]);
  });
});
