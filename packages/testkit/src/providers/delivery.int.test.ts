import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SimulatedProviders, startSimulatedProviders } from './start-simulated-providers.ts';
import { answer, cutAfter, fail, hang, resetConnection, stallAfter, webPage } from './step.ts';

let providers: SimulatedProviders;
beforeAll(async () => {
  providers = await startSimulatedProviders();
});
afterAll(() => providers.close());

const ask = (secret: string, body: object = {}, signal?: AbortSignal) =>
  fetch(`${providers.openai.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }], ...body }),
    ...(signal === undefined ? {} : { signal }),
  });

test('steps are used in order, and the last one goes on', async () => {
  providers.openai.plays('sk-order', fail(429, { retryAfter: 7 }), answer('one'), answer('two'));
  const statuses: number[] = [];
  for (let times = 0; times < 4; times++) statuses.push((await ask('sk-order')).status);
  expect(statuses).toEqual([429, 200, 200, 200]);
  expect(providers.openai.calls('sk-order').map((call) => call.status)).toEqual(statuses);
});

test('a failure has the usual body of its status and the headers that were asked for', async () => {
  providers.openai.plays('sk-fail', fail(429, { retryAfter: 7 }));
  const response = await ask('sk-fail');
  expect(response.headers.get('retry-after')).toBe('7');
  expect(await response.json()).toMatchObject({ error: { code: 'rate_limit_exceeded', param: null } });
});

test('a cut stream ends after so many events and without its finish', async () => {
  providers.openai.plays('sk-cut', cutAfter(3, 'one two three four'));
  const text = await (await ask('sk-cut', { stream: true })).text();
  expect(text.match(/^data: /gm)).toHaveLength(3);
  expect(text).not.toContain('"finish_reason":"stop"');
});

test('a reset in the middle reaches the caller as a broken connection', async () => {
  providers.openai.plays('sk-reset', cutAfter(2, 'one two three', 'reset'), resetConnection());
  await expect(ask('sk-reset', { stream: true }).then((response) => response.text())).rejects.toThrow();
  await expect(ask('sk-reset')).rejects.toThrow();
  await vi.waitFor(() => {
    expect(providers.openai.calls('sk-reset').map((call) => call.closedBy)).toEqual(['provider', 'provider']);
  });
});

test('a caller that leaves a stalled stream is seen to have closed it', async () => {
  providers.openai.plays('sk-stall', stallAfter(2, 'one two three'), hang());
  const abort = new AbortController();
  const response = await ask('sk-stall', { stream: true }, abort.signal);
  const waiting = ask('sk-stall', {}, abort.signal);
  await vi.waitFor(() => expect(providers.openai.calls('sk-stall')).toHaveLength(2));
  abort.abort();
  await expect(response.text()).rejects.toThrow();
  await expect(waiting).rejects.toThrow();
  await vi.waitFor(() => {
    expect(providers.openai.calls('sk-stall').map((call) => call.closedBy)).toEqual(['caller', 'caller']);
  });
  expect(providers.openai.calls('sk-stall')[0]?.eventsSent).toBe(2);
});

test('an answer may lie about its form', async () => {
  providers.openai.plays(
    'sk-lie',
    answer('hi', { as: 'plain' }),
    webPage(),
    answer({ text: 'hi', usage: null }, { done: false }),
  );
  expect(await (await ask('sk-lie', { stream: true })).json()).toMatchObject({ object: 'chat.completion' });
  expect((await ask('sk-lie')).headers.get('content-type')).toBe('text/html');
  const bare = await (await ask('sk-lie', { stream: true, stream_options: { include_usage: true } })).text();
  expect(bare).not.toContain('prompt_tokens');
  expect(bare).not.toContain('[DONE]');
});

test('a step may depend on the call', async () => {
  providers.openai.plays('sk-echo', (call) => answer(`call ${call.index} for ${call.model}`));
  expect(JSON.stringify(await (await ask('sk-echo')).json())).toContain('call 0 for gpt-4o');
});
