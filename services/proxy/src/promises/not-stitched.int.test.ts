import { answer, cutAfter, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';
import { chunksOf, finishesOf, textOf } from '../testing/streamed.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest({ PALIMPSEST_MAX_ATTEMPTS: '3' });
});
afterAll(() => proxy.stop());

const how = { 'x-palimpsest-stream': 'stitched' };
const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'count' }], stream: true });

/** Two keys of OpenAI, asked in this order. */
function twoKeys(model: string) {
  const first = proxy.key('openai', { models: [model], vendor: model, limits: [perDay(99)] });
  return { first, second: proxy.key('openai', { models: [model], vendor: model }), openai: proxy.providers.openai };
}

describe('a stitched stream that cannot go on', () => {
  /** What the caller gets, which is one error event at its end. */
  async function broken(model: string, more: object = {}) {
    const user = proxy.user();
    const body = await (await proxy.chat(user, { ...ask(model), ...more }, how)).text();
    expect(body).not.toContain('[DONE]');
    expect(finishesOf(body)).toEqual([]);
    const [event] = await proxy.events(user);
    expect(event).toMatchObject({ outcome: 'failed', usage: { totalTokens: 0 } });
    return { text: textOf(body), error: chunksOf(body).at(-1)?.error, attempts: event?.chain.length };
  }

  it.each([
    ['a call is under way', { text: 'Let me see.', toolCalls: [{ name: 'clock', arguments: { zone: 'UTC' } }] }, 6, {}],
    ['JSON was asked for', { text: '{"a": 1, "b": 2}' }, 3, { response_format: { type: 'json_object' } }],
    ['two choices were asked for', { text: 'one two three' }, 3, { n: 2 }],
  ] as const)('asks no other key where %s', async (why, what, events, more) => {
    const model = `gpt-${why.replaceAll(' ', '-')}`;
    const { first, second, openai } = twoKeys(model);
    openai.plays(first.secret, cutAfter(events, what));
    openai.plays(second.secret, answer('never shown'));
    const tools = [{ type: 'function', function: { name: 'clock' } }];
    const messages = [{ role: 'user', content: 'count, as JSON' }];
    expect(await broken(model, { messages, tools, ...more })).toMatchObject({
      error: { code: 'upstream_failed' },
      attempts: 1,
    });
    expect(openai.calls(second.secret)).toHaveLength(0);
  });

  it('tells what a provider finds wrong with the continuation', async () => {
    const { first, second, openai } = twoKeys('gpt-fatal');
    openai.plays(first.secret, cutAfter(3, 'one two never'));
    const error = { message: 'too long', type: 'invalid_request_error', param: null, code: 'context_length_exceeded' };
    openai.plays(second.secret, fail(400, { body: { error } }));
    expect(await broken('gpt-fatal')).toMatchObject({ text: 'one two', error: { code: 'context_length_exceeded' } });
  });

  it('ends with the last key, and with the limit of attempts', async () => {
    const { first, second, openai } = twoKeys('gpt-last');
    openai.plays(first.secret, cutAfter(3, 'one two never'));
    openai.plays(second.secret, cutAfter(2, ' three never'));
    expect(await broken('gpt-last')).toMatchObject({
      text: 'one two three',
      error: { code: 'upstream_failed' },
      attempts: 2,
    });
    for (const text of ['a', 'b']) {
      const key = proxy.key('openai', { models: ['gpt-last'], vendor: 'gpt-last' });
      openai.plays(key.secret, cutAfter(2, ` ${text} never`));
    }
    expect(await broken('gpt-last')).toMatchObject({ attempts: 3 });
  });
});
