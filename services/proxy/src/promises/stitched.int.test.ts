import { answer, cutAfter, type ScriptedStep, stallAfter } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';
import { chunksOf, finishesOf, textOf } from '../testing/streamed.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest({
    PALIMPSEST_STALL_TIMEOUT_MS: '1500',
    PALIMPSEST_FIRST_BYTE_TIMEOUT_MS: '1500',
  });
});
afterAll(() => proxy.stop());

const how = { 'x-palimpsest-stream': 'stitched' };
const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'count' }], stream: true });

/** Two keys of OpenAI, asked in this order. */
function twoKeys(model: string) {
  const first = proxy.key('openai', { models: [model], vendor: model, limits: [perDay(99)] });
  return { first, second: proxy.key('openai', { models: [model], vendor: model }), openai: proxy.providers.openai };
}

/** A model that does as it is told: it writes what is missing of this text, or else its last sentence. */
const restOf =
  (...sentences: string[]): ScriptedStep =>
  ({ body }) => {
    const begun = (body.messages as { role: string; content: string }[]).find(({ role }) => role === 'assistant');
    return answer(sentences.join('').slice(begun?.content.length ?? 0) || (sentences.at(-1) ?? ''));
  };

describe.each(['openai', 'anthropic', 'gemini'] as const)('a stitched stream that %s begins', (provider) => {
  it.each([
    ['ends early', { cutBy: 'end' }],
    ['is reset', { cutBy: 'reset' }],
    ['falls silent', { cutBy: undefined }],
  ] as const)('is the whole answer when it %s, wherever that is', async (_, { cutBy }) => {
    const sentences = ['It is late: look at the clock.\n', "And the shop's closed — for good."];
    const whole = sentences.join('');
    const pieces = whole.match(/(?:.|\n){1,7}/gu) ?? [];
    await Promise.all(
      Array.from({ length: pieces.length + 2 }, async (_, events) => {
        const name = `${provider}-${cutBy}-${events}`;
        const first = proxy.key(provider, { models: [`first-${name}`] });
        const second = proxy.key('openai', { models: [`second-${name}`] });
        proxy.route({
          name,
          targets: [
            { provider, model: `first-${name}` },
            { provider: 'openai', model: `second-${name}` },
          ],
          systemPrompt: null,
        });
        const text = { text: pieces };
        proxy.providers[provider].plays(
          first.secret,
          cutBy === undefined ? stallAfter(events, text) : cutAfter(events, text, cutBy),
        );
        proxy.providers.openai.plays(second.secret, restOf(...sentences));
        const body = await (await proxy.chat(proxy.user(), ask(name), how)).text();
        expect(textOf(body)).toBe(whole);
        expect(finishesOf(body)).toEqual(['stop']);
        expect(body.trimEnd()).toMatch(/data: \[DONE\]$/);
      }),
    );
  });
});

describe('a stitched stream', () => {
  it('goes on from OpenAI to Anthropic to Gemini, and a client of OpenAI reads one answer', async () => {
    const user = proxy.user();
    const openai = proxy.key('openai', { models: ['gpt-st'] });
    const anthropic = proxy.key('anthropic', { models: ['claude-st'] });
    const gemini = proxy.key('gemini', { models: ['gemini-st'] });
    proxy.route({
      name: 'smart-st',
      targets: [
        { provider: 'openai', model: 'gpt-st' },
        { provider: 'anthropic', model: 'claude-st' },
        { provider: 'gemini', model: 'gemini-st' },
      ],
      systemPrompt: 'Be brief.',
    });
    proxy.providers.openai.plays(openai.secret, cutAfter(3, 'one two never seen'));
    proxy.providers.anthropic.plays(anthropic.secret, cutAfter(4, ' three four never seen'));
    proxy.providers.gemini.plays(gemini.secret, answer({ text: ' five six', usage: { prompt: 70, completion: 7 } }));
    const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: user.key });
    const stream = await client.chat.completions.create(
      {
        model: 'smart-st',
        messages: [{ role: 'user', content: 'count' }],
        stream: true,
        stream_options: { include_usage: true },
      },
      { headers: how },
    );
    const seen = {
      text: '',
      ids: new Set(),
      models: new Set(),
      roles: 0,
      finishes: [] as string[],
      usages: [] as object[],
    };
    for await (const { id, model, choices, usage } of stream) {
      seen.ids.add(id);
      seen.models.add(model);
      seen.text += choices[0]?.delta.content ?? '';
      if (choices[0]?.delta.role !== undefined) seen.roles += 1;
      if (choices[0]?.finish_reason) seen.finishes.push(choices[0].finish_reason);
      if (usage) seen.usages.push(usage);
    }
    expect(seen).toMatchObject({
      text: 'one two three four five six',
      models: new Set(['smart-st']),
      roles: 1,
      finishes: ['stop'],
      usages: [{ prompt_tokens: 70, completion_tokens: 7 }],
    });
    expect(seen.ids.size).toBe(1);
    const asked = proxy.providers.anthropic.calls(anthropic.secret)[0]?.body;
    expect(asked?.system).toBe('Be brief.');
    expect(asked?.messages).toMatchObject([
      { role: 'user', content: [{ text: 'count' }] },
      { role: 'assistant', content: [{ text: 'one two' }] },
      { role: 'user', content: [{ text: expect.stringContaining('"one two"') }] },
    ]);
    expect(proxy.providers.gemini.calls(gemini.secret)[0]?.body.contents).toMatchObject([
      { role: 'user', parts: [{ text: 'count' }] },
      { role: 'model', parts: [{ text: 'one two three four' }] },
      { role: 'user' },
    ]);
    expect(await proxy.events(user)).toMatchObject([
      {
        outcome: 'success',
        chain: [
          { provider: 'openai', class: 'transient' },
          { provider: 'anthropic', class: 'transient' },
          { provider: 'gemini', class: 'success' },
        ],
        served: { provider: 'gemini' },
        usage: { promptTokens: 70, completionTokens: 7 },
        operatorUsage: { completionTokens: expect.any(Number) },
      },
    ]);
  });

  it('leaves out the words that a continuation repeats, and keeps to the limit of the whole answer', async () => {
    const { first, second, openai } = twoKeys('gpt-repeat');
    openai.plays(first.secret, cutAfter(6, 'It is late and the shop'));
    openai.plays(second.secret, answer('late and the shop is closed.'));
    const response = await proxy.chat(proxy.user(), { ...ask('gpt-repeat'), max_tokens: 50 }, how);
    expect(textOf(await response.text())).toBe('It is late and the shop is closed.');
    const limit = openai.calls(second.secret)[0]?.body.max_tokens;
    expect(limit).toBeLessThan(50);
    expect(limit).toBeGreaterThan(40);
  });

  it('ends well when it breaks between its last word and its finish', async () => {
    const { first, second, openai } = twoKeys('gpt-finish');
    openai.plays(first.secret, cutAfter(5, 'The shop is closed.'));
    openai.plays(second.secret, answer('The shop is closed.'));
    const body = await (await proxy.chat(proxy.user(), ask('gpt-finish'), how)).text();
    expect(textOf(body)).toBe('The shop is closed.');
    expect(finishesOf(body)).toEqual(['stop']);
    expect(body.trimEnd()).toMatch(/data: \[DONE\]$/);
  });

  it('begins anew where only reasoning was seen', async () => {
    const { first, second, openai } = twoKeys('gpt-thinks');
    openai.plays(first.secret, cutAfter(2, { reasoning: 'let me ', text: 'never seen' }));
    openai.plays(second.secret, answer({ reasoning: 'let me see', text: 'noon' }));
    const body = await (await proxy.chat(proxy.user(), ask('gpt-thinks'), how)).text();
    expect(textOf(body)).toBe('noon');
    expect(openai.calls(second.secret)[0]?.body.messages).toEqual(ask('').messages);
  });

  it('may end in a call of the continuation', async () => {
    const { first, second, openai } = twoKeys('gpt-then-call');
    const tools = [{ type: 'function', function: { name: 'clock' } }];
    openai.plays(first.secret, cutAfter(3, 'Let me see'));
    openai.plays(second.secret, answer({ text: ' see.', toolCalls: [{ name: 'clock', arguments: { zone: 'UTC' } }] }));
    const body = await (await proxy.chat(proxy.user(), { ...ask('gpt-then-call'), tools }, how)).text();
    expect(textOf(body)).toBe('Let me see.');
    expect(finishesOf(body)).toEqual(['tool_calls']);
    expect(chunksOf(body).flatMap(({ choices }) => choices?.[0]?.delta.tool_calls ?? [])).toMatchObject([
      { index: 0, function: { name: 'clock' } },
      {},
      {},
    ]);
  });

  it('is kept whole by its session and for its idempotency key', async () => {
    const { first, second, openai } = twoKeys('gpt-kept');
    const user = proxy.user();
    openai.plays(first.secret, cutAfter(3, 'one two never'), answer('and on'));
    openai.plays(second.secret, answer(' three four'));
    const headers = { ...how, 'x-session-id': 'stitched', 'idempotency-key': 'stitched' };
    const original = await (await proxy.chat(user, ask('gpt-kept'), headers)).text();
    const repeat = await proxy.chat(user, ask('gpt-kept'), headers);
    expect(repeat.headers.get('x-palimpsest-replayed')).toBe('true');
    const replayed = await repeat.text();
    for (const body of [original, replayed]) expect(textOf(body)).toBe('one two three four');
    await (await proxy.chat(user, { ...ask('gpt-kept') }, { 'x-session-id': 'stitched' })).text();
    const calls = [...openai.calls(first.secret), ...openai.calls(second.secret)];
    expect(calls.map(({ body }) => body.messages)).toContainEqual([
      { role: 'user', content: 'count' },
      { role: 'assistant', content: 'one two three four' },
      { role: 'user', content: 'count' },
    ]);
  });

  it('ends when its caller leaves in the middle of the continuation, who pays for that part alone', async () => {
    const { first, second, openai } = twoKeys('gpt-left');
    const user = proxy.user();
    openai.plays(first.secret, cutAfter(3, 'one two never'));
    openai.plays(second.secret, stallAfter(2, ' three four'));
    const leaving = new AbortController();
    const response = await proxy.chat(user, ask('gpt-left'), how, leaving.signal);
    const reader = response.body?.getReader();
    let body = '';
    while (!textOf(body).includes('three')) body += new TextDecoder().decode((await reader?.read())?.value);
    leaving.abort();
    await expect.poll(() => openai.calls(second.secret)[0]?.closedBy).toBe('caller');
    await expect
      .poll(() => proxy.events(user))
      .toMatchObject([{ outcome: 'cancelled', served: { keyId: second.id }, chain: [{ class: 'transient' }, {}] }]);
    const [standing] = await proxy.pool.read([{ tag: second.id, key: second.id, limits: [] }]);
    expect(standing).toMatchObject({ state: 'active', failures: 0 });
  });
});
