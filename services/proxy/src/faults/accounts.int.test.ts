import { type Json, type ProviderName, quotaTag } from '@palimpsest/domain';
import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (caller: { readonly key: string }, model: string) =>
  proxy.chat(caller, { model, messages: [{ role: 'user', content: 'ping' }] });
const of = (account: string) => answer('pong', { headers: { 'openai-organization': account } });

/** Three keys that served once each: two of one account, one of another. */
async function acquainted(model: string) {
  const caller = proxy.user();
  const keys = ['org-one', 'org-one', 'org-two'].map((account) => {
    const key = proxy.key('openai', { models: [model, `${model} other`], vendor: model });
    proxy.providers.openai.plays(key.secret, of(account));
    return key;
  });
  for (let turn = 0; turn < keys.length; turn += 1) expect((await ask(caller, model)).status).toBe(200);
  const [one, same, other] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
  expect(keys.map(({ secret }) => proxy.providers.openai.calls(secret).length)).toEqual([1, 1, 1]);
  return { caller, one, same, other };
}

/** Asks until the key has met what it now plays; the one not used for longest comes first. */
async function meet(
  caller: { readonly key: string },
  model: string,
  key: { readonly secret: string },
): Promise<Response> {
  const before = proxy.providers.openai.calls(key.secret).length;
  for (;;) {
    const response = await ask(caller, model);
    if (proxy.providers.openai.calls(key.secret).length > before) return response;
  }
}

const standings = (...keys: readonly { readonly id: ReturnType<ProxyUnderTest['key']>['id'] }[]) =>
  proxy.pool.read(keys.map(({ id }) => ({ tag: id, key: id, limits: [] })));

describe('keys of one account, as their provider told it', () => {
  it('sleep together, until the same moment, and the request goes on to another account', async () => {
    const { caller, one, same, other } = await acquainted('shared-sleep');
    proxy.providers.openai.plays(one.secret, fail(429, { retryAfter: 30 }));
    const response = await meet(caller, 'shared-sleep', one);
    expect(response.headers.get('x-palimpsest-key')).toBe(other.id);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    const [first, second, third] = await standings(one, same, other);
    expect(first?.state).toBe('sleeping');
    expect(second).toMatchObject({ state: 'sleeping', untilMs: first?.untilMs, reason: first?.reason });
    expect(third).toMatchObject({ state: 'active', account: 'org-two' });
  });

  it('are exhausted together', async () => {
    const { caller, one, same, other } = await acquainted('shared-quota');
    const error = {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    };
    proxy.providers.openai.plays(one.secret, fail(429, { body: { error } }));
    await meet(caller, 'shared-quota', one);
    expect((await standings(one, same, other)).map(({ state }) => state)).toEqual(['exhausted', 'exhausted', 'active']);
  });

  it('share no refusal: that is a matter of each key', async () => {
    const { caller, one, same, other } = await acquainted('shared-refusal');
    proxy.providers.openai.plays(one.secret, fail(401));
    await meet(caller, 'shared-refusal', one);
    expect((await standings(one, same, other)).map(({ state }) => state)).toEqual(['suspended', 'active', 'active']);
  });

  it('are those of the same vendor alone', async () => {
    const { caller, one } = await acquainted('one-vendor');
    const elsewhere = await acquainted('another-vendor');
    proxy.providers.openai.plays(one.secret, fail(429, { retryAfter: 30 }));
    await meet(caller, 'one-vendor', one);
    expect((await standings(elsewhere.one, elsewhere.same)).map(({ state }) => state)).toEqual(['active', 'active']);
  });
});

describe('keys of one account, as their provider tells it with refusals alone', () => {
  const team = '01234567-89ab-cdef-0123-456789abcdef';
  const refusals: readonly (readonly [string, ProviderName, Json])[] = [
    [
      'Groq',
      'openai_compatible',
      {
        error: {
          message: 'Rate limit reached for model `m` in organization `org_01abc` service tier `x` on requests.',
        },
      },
    ],
    ['xAI', 'openai_compatible', { code: 'x', error: `Too many requests for team ${team} and model grok-4.` }],
    [
      'Gemini',
      'gemini',
      {
        error: {
          code: 429,
          message: 'Quota exceeded.',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { consumer: 'projects/123456' } }],
        },
      },
    ],
    ['OpenRouter', 'openrouter', { error: { message: 'Insufficient credits', code: 402 }, user_id: 'user_2abc' }],
  ];
  it.each(refusals)('rest together at %s once both were refused', async (vendor, provider, body) => {
    const model = `x/refused-at-${vendor.toLowerCase()}`;
    const caller = proxy.user();
    const one = proxy.key(provider, { models: [model], vendor });
    const same = proxy.key(provider, { models: [model], vendor });
    const refuse = fail(429, { retryAfter: 30, body });
    for (const { secret } of [one, same]) proxy.providers[provider].plays(secret, refuse);
    const calls = () => [one, same].map(({ secret }) => proxy.providers[provider].calls(secret).length);
    expect((await ask(caller, model)).status).toBe(429);
    expect(calls()).toEqual([1, 1]);
    for (const { id } of [one, same]) await proxy.pool.reset({ tag: id, keys: [id] });
    await proxy.built.standings.refresh([one, same]);
    expect((await ask(caller, model)).status).toBe(429);
    expect(calls().toSorted((a, b) => a - b)).toEqual([1, 2]);
    const [first, second] = await standings(one, same);
    expect(first).toMatchObject({ untilMs: second?.untilMs, state: second?.state, account: second?.account });
    expect(second?.state).not.toBe('active');
  });
});

/** A project's day is over. */
const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
const error = {
  code: 429,
  message: `You exceeded your current quota. * Quota exceeded for metric: ${metric}, limit: 250`,
  status: 'RESOURCE_EXHAUSTED',
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [
        { quotaMetric: metric, quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue: '250' },
      ],
    },
  ],
};

describe('keys of one quota group', () => {
  it('have what is exhausted for one model in common, and none of the others is asked for it', async () => {
    const model = 'gemini-of-a-project';
    const keys = [0, 1, 2].map(() => proxy.key('gemini', { models: [model, `${model} other`], quotaGroup: 'project' }));
    for (const { secret } of keys) proxy.providers.gemini.plays(secret, fail(429, { body: { error } }));
    expect((await ask(proxy.user(), model)).status).toBe(429);
    expect(keys.flatMap(({ secret }) => proxy.providers.gemini.calls(secret))).toHaveLength(1);
    const read = await proxy.pool.read(
      keys.map(({ id }) => ({ tag: quotaTag({ id, quotaGroup: 'project' }), key: id, limits: [] })),
    );
    for (const { state, models } of read)
      expect([state, models]).toMatchObject([
        'active',
        [{ model, state: 'exhausted', untilMs: read[0]?.models[0]?.untilMs }],
      ]);
  });

  it('outlive a Redis that takes no mark', async () => {
    const unhandled = vi.fn<() => void>();
    process.on('unhandledRejection', unhandled);
    const model = 'gemini-unmarked';
    const keys = [0, 1].map(() => proxy.key('gemini', { models: [model], quotaGroup: 'unmarked' }));
    const marks = 'pgw:v1:{k:group:unmarked}:marks';
    for (const { secret } of keys)
      proxy.providers.gemini.plays(secret, () => {
        // On its way before the proxy hears of the failure.
        void proxy.redis.set(marks, 'no hash');
        return fail(429, { body: { error } });
      });
    expect((await ask(proxy.user(), model)).status).toBe(500);
    await proxy.redis.del(marks);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});
