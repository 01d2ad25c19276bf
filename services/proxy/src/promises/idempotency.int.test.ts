import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
