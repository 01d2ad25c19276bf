import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const ask = (model: string, stream = false) => ({ model, messages: [{ role: 'user', content: 'ping' }], stream });
const keyed = (value: string) => ({ 'idempotency-key': value });

describe('a request with an Idempotency-Key', () => {
  it.each([false, true])(
    'gets the same answer again, streamed: %s, without a second call or a second entry',
    async (stream) => {
      const user = proxy.user();
      const key = proxy.key('openai', { models: [`gpt-again-${stream}`] });
      proxy.providers.openai.plays(key.secret, answer('the first answer'), answer('another answer'));
      const first = await proxy.chat(user, ask(`gpt-again-${stream}`, stream), keyed('a'));
      const second = await proxy.chat(user, ask(`gpt-again-${stream}`, stream), keyed('a'));
      expect(await second.text()).toBe(await first.text());
      expect(second.headers.get('x-palimpsest-replayed')).toBe('true');
      expect(first.headers.get('x-palimpsest-replayed')).toBeNull();
      for (const name of ['x-request-id', 'x-palimpsest-trail', 'x-palimpsest-key'])
        expect(second.headers.get(name)).toBe(first.headers.get(name));
      expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1);
      expect(await proxy.events(user)).toHaveLength(1);
    },
  );

  const answering = { openai_compatible: 'gpt-again', anthropic: 'claude-again', gemini: 'gemini-again' } as const;
  it.each(
    Object.entries(answering).flatMap(([provider, model]) =>
      (['plain', 'buffered', 'passthrough'] as const).map((form) => [provider as keyof typeof answering, form, model]),
    ) as [keyof typeof answering, string, string][],
  )('gets the same id and time again from %s, %s, an hour later', async (provider, form, family) => {
    const user = proxy.user();
    const model = `${family}-${form}`;
    const key = proxy.key(provider, { models: [model] });
    proxy.providers[provider].plays(key.secret, answer('pong'));
    const send = () =>
      proxy.chat(user, ask(model, form !== 'plain'), {
        ...keyed('same'),
        ...(form === 'plain' ? {} : { 'x-palimpsest-stream': form }),
      });
    const first = await send();
    const told = await first.text();
    const now = Date.now.bind(Date);
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    const second = await send().finally(() => later.mockRestore());
    expect(await second.text()).toBe(told);
    expect(second.headers.get('x-palimpsest-replayed')).toBe('true');
  });

  it('is told of itself by name, and what its user has left now', async () => {
    const user = proxy.user({ limits: [perDay(9)] });
    const key = proxy.key('openai', { models: ['gpt-told'] });
    proxy.providers.openai.plays(key.secret, answer('pong'));
    const told = async (headers: Record<string, string>) => {
      const response = await proxy.chat(user, ask('gpt-told'), headers);
      await response.text();
      return ['x-palimpsest-replayed', 'x-client-request-id', 'x-ratelimit-remaining-requests'].map((name) =>
        response.headers.get(name),
      );
    };
    expect(await told({ ...keyed('h'), 'x-request-id': 'first' })).toEqual([null, 'first', '8']);
    expect(await told({})).toEqual([null, null, '7']);
    expect(await told({ ...keyed('h'), 'x-request-id': 'second' })).toEqual(['true', 'second', '7']);
    expect(await told(keyed('h'))).toEqual(['true', null, '7']);
  });

  it('is refused with 422 when the body is another', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-other-body'] });
    proxy.providers.openai.plays(key.secret, answer('x'));
    await proxy.chat(user, ask('gpt-other-body'), keyed('b'));
    const response = await proxy.chat(user, { ...ask('gpt-other-body'), temperature: 1 }, keyed('b'));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { code: 'idempotency_key_reused' } });
  });

  it('waits for the first one that is still running', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-twins'] });
    proxy.providers.openai.plays(key.secret, answer('once', { delayMs: 300 }));
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => proxy.chat(user, ask('gpt-twins'), keyed('c'))),
    );
    const ids = new Set(responses.map((response) => response.headers.get('x-request-id')));
    expect(ids.size).toBe(1);
    expect(responses.filter((response) => response.headers.get('x-palimpsest-replayed') === 'true')).toHaveLength(4);
    expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1);
  });

  it('is served anew after a failure', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-anew'] });
    proxy.providers.openai.plays(key.secret, fail(500), answer('now'));
    expect((await proxy.chat(user, ask('gpt-anew'), keyed('d'))).status).toBe(502);
    expect((await proxy.chat(user, ask('gpt-anew'), keyed('d'))).status).toBe(200);
  });

  it('goes on without its caller, who finds the answer on coming back', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-left-alone'] });
    proxy.providers.openai.plays(key.secret, answer('done', { delayMs: 200 }));
    const leaving = new AbortController();
    const gone = proxy.chat(user, ask('gpt-left-alone'), keyed('e'), leaving.signal);
    await vi.waitFor(() => expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1));
    leaving.abort();
    await expect(gone).rejects.toThrow();
    const back = await proxy.chat(user, ask('gpt-left-alone'), keyed('e'));
    expect(await back.json()).toMatchObject({ choices: [{ message: { content: 'done' } }] });
    expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1);
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'success' }]);
  });

  it('is kept for its user alone, encrypted, and not when it is larger than a mebibyte', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-kept'] });
    proxy.providers.openai.plays(
      key.secret,
      answer('a zebra-9922 answers'),
      answer('somebody else'),
      answer('x'.repeat(1_100_000)),
      answer('short'),
    );
    await proxy.chat(user, ask('gpt-kept'), keyed('f'));
    for (const name of await proxy.redis.keys('*'))
      expect((await proxy.redis.dump(name))?.toString()).not.toContain('zebra-9922');
    expect(
      (await proxy.chat(proxy.user(), ask('gpt-kept'), keyed('f'))).headers.get('x-palimpsest-replayed'),
    ).toBeNull();
    await proxy.chat(user, ask('gpt-kept'), keyed('g'));
    expect((await proxy.chat(user, ask('gpt-kept'), keyed('g'))).headers.get('x-palimpsest-replayed')).toBeNull();
  });
});
