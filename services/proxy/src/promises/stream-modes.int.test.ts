import { answer, cutAfter, fail, stallAfter } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';
import { textOf } from '../testing/streamed.ts';

const stallMs = 400;
let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_STALL_TIMEOUT_MS: String(stallMs) });
});
afterAll(() => proxy.stop());

const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }], stream: true });

describe.each(['gated', 'passthrough', 'stitched'] as const)('a %s stream', (mode) => {
  const how = { 'x-palimpsest-stream': mode };

  it('shows the first words while the last are not written yet', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: [`gpt-${mode}-early`] });
    proxy.providers.openai.plays(key.secret, answer('one two three four five', { paceMs: 100 }));
    const response = await proxy.chat(user, ask(`gpt-${mode}-early`), how);
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(textOf(first)).toMatch(/^one/);
    expect(proxy.providers.openai.calls(key.secret)[0]?.closedBy).toBeUndefined();
    let rest = first;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      rest += new TextDecoder().decode(part.value);
    expect(textOf(rest)).toBe('one two three four five');
    expect(rest.trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'success' }]);
  });

  it('waits for a caller that reads slowly, longer than for a silent provider, and brings everything', async () => {
    const user = proxy.user();
    const key = proxy.key('openai', { models: [`gpt-${mode}-slow`] });
    // More than the buffers between here and there hold.
    const piece = 'x'.repeat(1_048_576);
    proxy.providers.openai.plays(key.secret, answer({ text: Array.from({ length: 24 }, () => piece) }));
    const response = await proxy.chat(user, ask(`gpt-${mode}-slow`), how);
    const since = performance.now();
    await expect.poll(() => performance.now() - since, { timeout: 3000 }).toBeGreaterThan(3 * stallMs);
    expect(textOf(await response.text())).toHaveLength(24 * piece.length);
    expect(await proxy.events(user)).toMatchObject([{ outcome: 'success' }]);
  });

  it('leaves an answer that is asked for as one document as it is', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: [`gpt-${mode}-plain`], limits: [perDay(99)] });
    const second = proxy.key('openai', { models: [`gpt-${mode}-plain`] });
    proxy.providers.openai.plays(first.secret, cutAfter(1, 'lost'));
    proxy.providers.openai.plays(second.secret, answer('whole'));
    const response = await proxy.chat(user, { ...ask(`gpt-${mode}-plain`), stream: false }, how);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'whole' } }] });
    const vectors = proxy.key('openai', { models: [`text-embedding-${mode}`] });
    proxy.providers.openai.plays(vectors.secret, answer(''));
    const embedded = await fetch(`${proxy.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json', ...how },
      body: JSON.stringify({ model: `text-embedding-${mode}`, input: 'a text' }),
    });
    expect(embedded.headers.get('content-type')).toContain('application/json');
    expect(await embedded.json()).toMatchObject({ data: [{ index: 0 }] });
  });

  it('fails over unseen as long as nothing was shown', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: [`gpt-${mode}-unseen`], limits: [perDay(99)] });
    const second = proxy.key('openai', { models: [`gpt-${mode}-unseen`] });
    proxy.providers.openai.plays(first.secret, fail(429, { retryAfter: 9 }));
    proxy.providers.openai.plays(second.secret, answer('whole'));
    const response = await proxy.chat(user, ask(`gpt-${mode}-unseen`), how);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    expect(response.headers.get('x-palimpsest-key')).toBe(second.id);
    expect(textOf(await response.text())).toBe('whole');
  });
});

describe.each(['gated', 'passthrough'] as const)('a %s stream that breaks', (mode) => {
  const how = { 'x-palimpsest-stream': mode };

  it('ends in one error event, with no [DONE] and nothing of another key', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: [`gpt-${mode}-broken`], limits: [perDay(99)] });
    const second = proxy.key('openai', { models: [`gpt-${mode}-broken`] });
    proxy.providers.openai.plays(
      first.secret,
      answer('one two three four five six', { cutAfterEvents: 4, paceMs: 30 }),
    );
    proxy.providers.openai.plays(second.secret, answer('never shown'));
    const body = await (await proxy.chat(user, ask(`gpt-${mode}-broken`), how)).text();
    expect(body).toContain('"code":"upstream_failed"');
    expect(body).not.toContain('[DONE]');
    expect(body).not.toContain('never shown');
    expect(body).not.toMatch(/"finish_reason":"/);
    expect(proxy.providers.openai.calls(second.secret)).toHaveLength(0);
    expect(await proxy.events(user)).toMatchObject([
      { outcome: 'failed', operatorUsage: { completionTokens: expect.any(Number) } },
    ]);
  });
});

describe('a gated stream', () => {
  it('fails over when the first key falls silent before its first word', async () => {
    const user = proxy.user();
    const first = proxy.key('openai', { models: ['gpt-silent'], limits: [perDay(99)] });
    const second = proxy.key('openai', { models: ['gpt-silent'] });
    proxy.providers.openai.plays(first.secret, stallAfter(1, { text: ['', 'x'] }));
    proxy.providers.openai.plays(second.secret, answer('whole'));
    const response = await proxy.chat(user, ask('gpt-silent'), { 'x-palimpsest-stream': 'gated' });
    expect(textOf(await response.text())).toBe('whole');
  });
});
