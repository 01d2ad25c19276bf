import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (caller: { readonly key: string }, model: string) =>
  proxy.chat(caller, { model, messages: [{ role: 'user', content: 'ping' }] });
const steps = (response: Response) => response.headers.get('x-palimpsest-trail')?.split(', ') ?? [];

/** Keys of one vendor, asked in this order as long as none is marked. */
const keysOf = (vendor: string, count: number, models: string[] = [vendor]) =>
  Array.from({ length: count }, (_, at) =>
    proxy.key('openai', { models, vendor, limits: [perDay(1000 * (count - at))] }),
  );
type Key = ReturnType<typeof keysOf>[number];
const plays = (keys: readonly Key[], ...script: Parameters<typeof proxy.providers.openai.plays>[1][]) => {
  const [first, ...rest] = script;
  if (first === undefined) throw new Error('a script has a step');
  for (const key of keys) proxy.providers.openai.plays(key.secret, first, ...rest);
};
const callsOf = (keys: readonly Key[]) => keys.map(({ secret }) => proxy.providers.openai.calls(secret).length);
const standings = (keys: readonly Key[]) =>
  proxy.pool.read(keys.map(({ id, limits }) => ({ tag: id, key: id, limits })));
const states = async (keys: readonly Key[]) => (await standings(keys)).map(({ state }) => state);

const tooLarge = (limit: number, requested: number) =>
  fail(429, {
    body: {
      error: {
        message: `Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit ${limit}, Requested ${requested}.`,
        type: 'tokens',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
  });

describe('a model that a key cannot find', () => {
  it('is looked for with two more keys and no further; each stays good for other models, and is not asked again', async () => {
    const caller = proxy.user();
    const keys = keysOf('missing', 5, ['missing', 'there']);
    plays(keys, (call) => (call.model === 'there' ? answer('pong') : fail(404)));
    const first = await ask(caller, 'missing');
    expect(first.status).toBe(404);
    expect(await first.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } });
    expect(callsOf(keys)).toEqual([1, 1, 1, 0, 0]);
    expect(await states(keys)).toEqual(Array(5).fill('active'));
    expect((await ask(caller, 'missing')).status).toBe(404);
    expect(callsOf(keys)).toEqual([1, 1, 1, 1, 1]);
    expect((await ask(caller, 'missing')).status).toBe(404);
    expect(callsOf(keys)).toEqual([1, 1, 1, 1, 1]);
    expect((await ask(caller, 'there')).status).toBe(200);
  });

  it('is found by a later target of the route all the same', async () => {
    const caller = proxy.user();
    plays(keysOf('lost', 4), fail(404));
    plays(keysOf('found', 1), answer('pong'));
    const targets = ['lost', 'found'].map((model) => ({ provider: 'openai' as const, model }));
    proxy.route({ name: 'either', targets, systemPrompt: null });
    const response = await ask(caller, 'either');
    expect(response.status).toBe(200);
    expect(steps(response)).toHaveLength(4);
  });
});

describe('many keys that are refused at once', () => {
  it('keep their places, however many requests meet it side by side', async () => {
    const caller = proxy.user();
    const keys = keysOf('refused', 8);
    plays(keys, fail(401));
    const statuses = await Promise.all(Array.from({ length: 24 }, async () => (await ask(caller, 'refused')).status));
    expect(statuses).not.toContain(401);
    expect(await states(keys)).toEqual(Array(8).fill('active'));
  });
});

describe('a vendor without room for one model', () => {
  it('is asked for it with three keys, and still for others', async () => {
    const caller = proxy.user();
    const keys = keysOf('full', 5, ['full', 'free']);
    plays(keys, (call) => (call.model === 'free' ? answer('pong') : fail(503)));
    expect((await ask(caller, 'full')).status).toBe(502);
    expect(callsOf(keys)).toEqual([1, 1, 1, 0, 0]);
    expect((await ask(caller, 'full')).status).toBe(429);
    expect((await ask(caller, 'free')).status).toBe(200);
    expect(await states(keys)).toEqual(Array(5).fill('active'));
  });
});

describe('a request larger than a key’s limit', () => {
  it('goes on to a key that is known to allow more, and to no other', async () => {
    const caller = proxy.user();
    const keys = keysOf('large', 3);
    const [small, unknown, large] = keys as [Key, Key, Key];
    plays([small], answer('pong'), tooLarge(30_000, 31_538));
    plays([unknown], answer('pong'));
    plays(
      [large],
      answer('pong', {
        headers: {
          'x-ratelimit-limit-tokens': '200000',
          'x-ratelimit-remaining-tokens': '199000',
          'x-ratelimit-reset-tokens': '300ms',
        },
      }),
    );
    // What the large key allows is learned from its own answers.
    plays([small, unknown], fail(503));
    expect((await ask(caller, 'large')).headers.get('x-palimpsest-key')).toBe(large.id);
    // Which are written down beside the answer.
    await expect.poll(async () => (await standings([large]))[0]?.learned ?? []).not.toEqual([]);
    await proxy.built.standings.refresh(keys);
    plays([small], tooLarge(30_000, 31_538));
    const response = await ask(caller, 'large');
    expect(steps(response)).toEqual([`openai/${small.id}:fatal(429)`, `openai/${large.id}:success`]);
    expect(await states(keys)).toEqual(Array(3).fill('active'));
  });

  it('is refused where no key is known to', async () => {
    const keys = keysOf('larger', 3);
    plays(keys, tooLarge(30_000, 31_538));
    const response = await ask(proxy.user(), 'larger');
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: 'request_too_large', type: 'invalid_request_error' },
    });
    expect(callsOf(keys)).toEqual([1, 0, 0]);
  });
});

describe('what the client hears when nothing is left', () => {
  it('is the mildest cause of those that were not asked: a key that sleeps comes back, one that is suspended does not', async () => {
    const caller = proxy.user();
    const [asleep, refused] = keysOf('mild', 2) as [Key, Key];
    plays([asleep], fail(429, { retryAfter: 30 }));
    plays([refused], fail(401));
    expect((await ask(caller, 'mild')).status).toBe(502);
    const response = await ask(caller, 'mild');
    expect(response.status).toBe(429);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(await response.json()).toMatchObject({
      error: { code: 'pool_exhausted', message: expect.stringContaining('2 keys: 1 sleeping, 1 suspended') },
    });
  });
});
