import { answer, hang, stallAfter } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest({
    PALIMPSEST_HEARTBEAT_MS: '50',
    PALIMPSEST_FIRST_BYTE_TIMEOUT_MS: '300',
    PALIMPSEST_STALL_TIMEOUT_MS: '300',
    PALIMPSEST_PLAIN_TIMEOUT_MS: '300',
    PALIMPSEST_REQUEST_TIMEOUT_MS: '1000',
  });
});
afterAll(() => proxy.stop());

const ask = (model: string, stream: boolean) => ({ model, messages: [{ role: 'user', content: 'ping' }], stream });

describe('time', () => {
  it.each([
    ['that never answers', true, () => hang()],
    ['that never answers a plain call', false, () => hang()],
    ['that falls silent in the middle', true, () => stallAfter(2, 'one two three four')],
  ] as const)('leaves a key %s for the next one', async (name, stream, step) => {
    const user = proxy.user();
    const model = `gpt-${name.replaceAll(' ', '-')}`;
    const silent = proxy.key('openai', { models: [model], vendor: `slow ${name}`, limits: [perDay(9)] });
    const quick = proxy.key('openai', { models: [model], vendor: `quick ${name}` });
    proxy.providers.openai.plays(silent.secret, step());
    proxy.providers.openai.plays(quick.secret, answer('quick'));
    const response = await proxy.chat(user, ask(model, stream));
    expect(await response.text()).toContain('quick');
    await vi.waitFor(() => expect(proxy.providers.openai.calls(silent.secret)[0]?.closedBy).toBe('caller'));
    const [event] = await proxy.events(user);
    expect(event?.chain.map((attempt) => attempt.class)).toEqual(['transient', 'success']);
  });

  it('opens a silent stream with comments, and brings the answer after them', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-slow'] });
    proxy.providers.openai.plays(key.secret, answer('at last', { delayMs: 180 }));
    const text = await (await proxy.chat(user, ask('gpt-slow', true))).text();
    expect(text).toMatch(/^(: ?\n\n){2,}data: /);
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
  });

  it('ends an opened stream with one error event, and no [DONE], when every key fails', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-gone'] });
    proxy.providers.openai.plays(key.secret, hang());
    const text = await (await proxy.chat(user, ask('gpt-gone', true))).text();
    const events = text.split('\n\n').filter((block) => block.startsWith('data: '));
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]?.slice(6) ?? '')).toMatchObject({ error: { code: 'upstream_failed' } });
    expect(text).not.toContain('[DONE]');
  });

  it('says 504 when the time for the whole request is over', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-late'] });
    proxy.providers.openai.plays(key.secret, answer('slow', { delayMs: 100, paceMs: 250 }));
    const long = { ...ask('gpt-late', true), messages: [{ role: 'user', content: 'x' }] };
    proxy.providers.openai.plays(key.secret, answer('a b c d e f g h i j k', { paceMs: 200 }));
    const text = await (await proxy.chat(user, long)).text();
    expect(text).toContain('gateway_timeout');
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'failed', errorCode: 'gateway_timeout' }]);
  });

  it('stops the upstream call when the caller goes away, blames no key, and still writes its entry', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: ['gpt-left'] });
    proxy.providers.openai.plays(key.secret, answer('one two three four five six', { paceMs: 100 }));
    const leaving = new AbortController();
    const response = proxy.chat(user, ask('gpt-left', true), {}, leaving.signal).then((opened) => opened.text());
    await vi.waitFor(() => expect(proxy.providers.openai.calls(key.secret)[0]?.eventsSent).toBeGreaterThan(1));
    leaving.abort();
    await expect(response).rejects.toThrow();
    await vi.waitFor(() => expect(proxy.providers.openai.calls(key.secret)[0]?.closedBy).toBe('caller'));
    await vi.waitFor(async () =>
      expect(await proxy.events(user)).toMatchObject([{ outcome: 'cancelled', estimated: true }]),
    );
    const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: [] }]);
    expect(standing).toMatchObject({ state: 'active', failures: 0, inFlight: 0 });
  });

  it('counts what a caller who leaves has had, also where the provider tells it at the end alone', async () => {
    const user = proxy.user();
    const key = proxy.key('anthropic', { models: ['claude-left'] });
    proxy.providers.anthropic.plays(
      key.secret,
      stallAfter(8, { text: 'one two three four five six seven eight'.split(/(?= )/) }),
    );
    const leaving = new AbortController();
    const response = proxy.chat(user, ask('claude-left', true), {}, leaving.signal).then((opened) => opened.text());
    await vi.waitFor(() => expect(proxy.providers.anthropic.calls(key.secret)[0]?.eventsSent).toBe(8));
    leaving.abort();
    await expect(response).rejects.toThrow();
    await vi.waitFor(async () =>
      expect(await proxy.events(user)).toMatchObject([{ outcome: 'cancelled', estimated: true }]),
    );
    const [event] = await proxy.events(user);
    expect(event?.usage.completionTokens).toBeGreaterThan(4);
  });
});
