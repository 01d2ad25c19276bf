import { answer, stallAfter } from '@palimpsest/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeEach(async () => {
  proxy = await startProxyUnderTest();
});
afterEach(() => proxy.stop());

const ask = (stream: boolean) => ({ model: 'gpt-drain', messages: [{ role: 'user', content: 'ping' }], stream });

async function underWay(stream: boolean, mode: string) {
  const user = proxy.user();
  const key = proxy.key('openai', { models: ['gpt-drain'] });
  proxy.providers.openai.plays(key.secret, stallAfter(2, 'one two three four'));
  const response = proxy.chat(user, ask(stream), { 'x-palimpsest-stream': mode });
  await vi.waitFor(() => expect(proxy.providers.openai.calls(key.secret)).toHaveLength(1));
  return { user, key, response };
}

test('a stream that is still open at the end of the drain gets one error event, and its upstream is closed', async () => {
  const { user, key, response } = await underWay(true, 'passthrough');
  const body = (await response).text();
  proxy.built.endCalls();
  const text = await body;
  expect(text.match(/"error"/g)).toHaveLength(1);
  expect(text).toContain('gateway_unavailable');
  expect(text).not.toContain('[DONE]');
  await vi.waitFor(() => expect(proxy.providers.openai.calls(key.secret)[0]?.closedBy).toBe('caller'));
  const [event] = await proxy.events(user);
  expect(event).toMatchObject({ outcome: 'failed', errorCode: 'gateway_unavailable', cost: undefined });
});

test('a call whose answer has not begun gets 503, and no other key is tried', async () => {
  const { user, response } = await underWay(false, 'buffered');
  const other = proxy.key('openai', { models: ['gpt-drain'] });
  proxy.providers.openai.plays(other.secret, answer('pong'));
  proxy.built.endCalls();
  expect((await response).status).toBe(503);
  expect((await response).headers.get('retry-after')).toBe('1');
  expect(proxy.providers.openai.calls(other.secret)).toHaveLength(0);
  const [event] = await proxy.events(user);
  expect(event).toMatchObject({ outcome: 'failed', chain: [{ class: 'cancelled' }] });
});
