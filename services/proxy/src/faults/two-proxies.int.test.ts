import { answer, fail, type SimulatedCall } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepFresh } from '../selection/keep-fresh.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
let twin: ProxyUnderTest;
let looking: { stop(): void };
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  twin = await startProxyUnderTest({}, {}, proxy);
  looking = keepFresh(twin.built, proxy.current.current, () => undefined);
});
afterAll(async () => {
  looking.stop();
  await twin.stop();
  await proxy.stop();
});

type Answered = { readonly status: number; readonly code: unknown; readonly retryAfterS: number };

/** Asks, and asks again where a busy machine made Redis seem away. */
async function ask(url: string, caller: { readonly key: string }, model: string): Promise<Answered> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'ping' }] }),
  });
  const { error } = (await response.json()) as { readonly error?: { readonly code: unknown } };
  if (error?.code === 'gateway_unavailable') return ask(url, caller, model);
  return { status: response.status, code: error?.code, retryAfterS: Number(response.headers.get('retry-after')) };
}
const keyOf = (model: string) => proxy.key('openai', { models: [model], vendor: model });
const callsOf = (...keys: readonly { readonly secret: string }[]): readonly SimulatedCall[] =>
  keys.flatMap(({ secret }) => proxy.providers.openai.calls(secret));
/** Twenty-five requests at each of the two. */
const fifty = (caller: { readonly key: string }, model: string, ended: (one: Answered) => void = () => undefined) =>
  Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const answered = await ask(at % 2 === 0 ? proxy.url : twin.url, caller, model);
      ended(answered);
      return answered;
    }),
  );
const statuses = (all: readonly Answered[]) => all.map(({ status }) => status);

describe('what one proxy learned, the other obeys', () => {
  it.each([
    ['a cooldown', fail(429, { retryAfter: 20 }), 429],
    ['a suspension', fail(401), 503],
    ['a model that the key has no access to', fail(404), 404],
  ])('%s, at once', async (what, step, status) => {
    const caller = proxy.user();
    const key = keyOf(`learned ${what}`);
    proxy.providers.openai.plays(key.secret, step, answer('pong'));
    expect((await ask(proxy.url, caller, `learned ${what}`)).status).toBe(status);
    expect((await ask(twin.url, caller, `learned ${what}`)).status).toBe(status);
    expect(callsOf(key)).toHaveLength(1);
  });

  it('the stop of a vendor, within its next look around', async () => {
    const caller = proxy.user();
    const keys = [1, 2, 3, 4].map(() => keyOf('stopped'));
    for (const key of keys) proxy.providers.openai.plays(key.secret, fail(500));
    expect((await ask(proxy.url, caller, 'stopped')).status).toBe(502);
    const noticed = () => twin.built.vendorStops.until('stopped', 'stopped', Date.now());
    await vi.waitFor(() => expect(noticed()).toBeGreaterThan(Date.now()), { interval: 5 });
    expect((await ask(twin.url, caller, 'stopped')).status).toBe(429);
    expect(callsOf(...keys)).toHaveLength(3);
  });
});

describe('at the end of a cooldown', () => {
  /** Names a time and no figures, from which limits could be learned. */
  const limitedFor = (seconds: number) =>
    fail(429, { retryAfter: seconds, body: { error: { message: 'Rate limited', type: 'requests', code: 'x' } } });

  /** A key that was limited for a second, with the given steps after it; resolves when it is awake again. */
  async function woken(model: string, ...steps: Parameters<typeof proxy.providers.openai.plays>[1][]) {
    const caller = proxy.user();
    const key = keyOf(model);
    proxy.providers.openai.plays(key.secret, limitedFor(1), ...steps);
    expect((await ask(proxy.url, caller, model)).status).toBe(429);
    const state = async () => (await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]))[0]?.state;
    await expect.poll(state, { timeout: 3000, interval: 20 }).toBe('active');
    return { caller, key };
  }

  it('one of fifty requests asks, over both; the others do not wait for it long, and all go once it has answered', async () => {
    const answered = Promise.withResolvers<void>();
    const { caller, key } = await woken('held', answer('pong', { after: answered.promise }), answer('pong'));
    const ended: Answered[] = [];
    const responses = fifty(caller, 'held', (one) => ended.push(one));
    await vi.waitFor(() => expect(ended).toHaveLength(49), { timeout: 20_000 });
    expect(statuses(ended)).toEqual(Array(49).fill(429));
    expect(Math.min(...ended.map(({ retryAfterS }) => retryAfterS))).toBeGreaterThanOrEqual(1);
    expect(callsOf(key)).toHaveLength(2);
    answered.resolve();
    expect(statuses(await responses).filter((status) => status === 200)).toHaveLength(1);
    expect(statuses(await fifty(caller, 'held'))).toEqual(Array(50).fill(200));
  });

  it('the others wait for a probe that is quick, and follow it', async () => {
    const { caller, key } = await woken('quick', answer('pong', { delayMs: 150 }), answer('pong'));
    const responses = await fifty(caller, 'quick');
    const [, probe, ...others] = callsOf(key);
    expect(Math.min(...others.map(({ atMs }) => atMs))).toBeGreaterThanOrEqual((probe?.atMs ?? 0) + 150);
    // How many of them waited long enough is a matter of how busy the machine is.
    expect(statuses(responses).filter((status) => status === 200)).toHaveLength(1 + others.length);
    expect(others.length).toBeGreaterThan(0);
  });

  it('a probe that fails lets the key sleep anew, and nobody else asks', async () => {
    const { caller, key } = await woken('failing', limitedFor(30));
    const responses = await fifty(caller, 'failing');
    expect(statuses(responses)).toEqual(Array(50).fill(429));
    expect(callsOf(key)).toHaveLength(2);
  });
});
