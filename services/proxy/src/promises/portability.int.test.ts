import { answer, type ScriptedStep } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

/** A model that thinks and calls, at each provider; of Gemini the one that demands its signatures back. */
const places = [
  ['openai', 'gpt-5.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-3-flash'],
  ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ['openai_compatible', 'local-thinker'],
] as const;
type Place = (typeof places)[number];

type Message = { role: string; content: string | null; tool_calls?: { id: string }[]; tool_call_id?: string };

const tools = [
  {
    type: 'function',
    function: { name: 'look_up', parameters: { type: 'object', properties: { of: { type: 'string' } } } },
  },
];

/** Thinks and calls twice, then thinks and tells what it found. */
const script = (of: string): readonly [ScriptedStep, ...ScriptedStep[]] => [
  answer({
    reasoning: `thinking of ${of}`,
    toolCalls: [
      { name: 'look_up', arguments: { of } },
      { name: 'look_up', arguments: { of: `${of} again` } },
    ],
  }),
  answer({ reasoning: `pondering ${of}`, text: `found ${of}` }),
];

async function message(response: Response, stream: boolean): Promise<Message> {
  if (response.status !== 200) throw new Error(await response.text());
  if (!stream) return ((await response.json()) as { choices: [{ message: Message }] }).choices[0].message;
  const { ChatCompletionStream } = await import('openai/lib/ChatCompletionStream');
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  const chunks = lines.map((line) => `${line.slice(6)}\n`).join('');
  const read = ChatCompletionStream.fromReadableStream(new Blob([chunks]).stream());
  return read.finalMessage();
}

describe.each([false, true])('a conversation that wanders (stream: %s)', (stream) => {
  const keys = new Map<string, { secret: string }>();
  beforeAll(() => {
    for (const [provider, model] of places)
      keys.set(provider, proxy.key(provider, { models: [{ name: `${model}-${stream}`, upstream: model }] }));
  });

  /** One question at one place: the calls, their results, and the answer. Gives back the conversation so far. */
  async function turn(user: { key: string }, history: readonly Message[], [provider, model]: Place, subject: string) {
    const secret = keys.get(provider)?.secret ?? '';
    const calls = proxy.providers[provider].calls(secret).length;
    proxy.providers[provider].plays(secret, ...script(subject));
    const send = async (messages: readonly Message[]) => {
      const body = {
        model: `${model}-${stream}`,
        messages,
        tools,
        reasoning_effort: 'medium',
        max_tokens: 8000,
        stream,
      };
      return message(await proxy.chat(user, body), stream);
    };
    const asked = [...history, { role: 'user', content: `look up ${subject}` }];
    const called = await send(asked);
    const results = (called.tool_calls ?? []).map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'a fact' }));
    expect(results).toHaveLength(2);
    const told = await send([...asked, called, ...results]);
    expect(told.content).toBe(`found ${subject}`);
    const seen = proxy.providers[provider].calls(secret).slice(calls);
    expect(seen.map((call) => call.status)).toEqual([200, 200]);
    return { history: [...asked, called, ...results, told], seen };
  }

  const pairs = places.flatMap((a) => places.filter((b) => a !== b).map((b) => [a, b] as const));
  it.each(pairs.map(([a, b]) => [a[0], b[0], a, b] as const))('from %s to %s and back', async (_a, _b, a, b) => {
    const user = proxy.user();
    const first = await turn(user, [], a, 'apples');
    const second = await turn(user, first.history, b, 'pears');
    await turn(user, second.history, a, 'plums');
  });

  it('through all of them and back to each, with everything that was signed', async () => {
    const user = proxy.user();
    let history: readonly Message[] = [];
    for (const place of [...places, ...places])
      ({ history } = await turn(user, history, place, `fruit of ${place[0]}`));
    const sent = (place: string) =>
      JSON.stringify(proxy.providers[place as Place[0]].calls(keys.get(place)?.secret ?? '').at(-1)?.body);
    // Of its own earlier turns each gets back what it signed; of the others nothing.
    expect(sent('anthropic').match(/"signature":/g)).toHaveLength(4 - 1);
    expect(sent('gemini').match(/"thoughtSignature":/g)?.length).toBeGreaterThanOrEqual(3);
    expect(sent('openrouter').match(/"reasoning_details":/g)).toHaveLength(4 - 1);
    for (const place of ['openai', 'openai_compatible', 'gemini', 'openrouter'])
      expect(sent(place)).not.toContain('thinking_blocks');
    for (const place of ['openai', 'openai_compatible', 'anthropic', 'openrouter'])
      expect(sent(place)).not.toMatch(/thought_signature|thoughtSignature/);
  });
});

it('keeps what was signed with the turns of a session', async () => {
  const user = proxy.user();
  const session = { 'x-session-id': 'wanderer' };
  const key = proxy.key('anthropic', { models: [{ name: 'thinker', upstream: 'claude-sonnet-4-5' }] });
  proxy.providers.anthropic.plays(key.secret, ...script('cherries'));
  const ask = async (messages: readonly object[]) =>
    message(
      await proxy.chat(
        user,
        { model: 'thinker', messages, tools, reasoning_effort: 'high', max_tokens: 8000 },
        session,
      ),
      false,
    );
  const called = await ask([{ role: 'user', content: 'look up cherries' }]);
  // The client brings the results alone: the call and its thinking are the session's.
  const results = (called.tool_calls ?? []).map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'red' }));
  expect((await ask(results)).content).toBe('found cherries');
  const body = proxy.providers.anthropic.calls(key.secret).at(-1)?.body;
  expect(body?.thinking).toMatchObject({ type: 'enabled' });
  expect(JSON.stringify(body?.messages)).toContain('"type":"thinking"');
});
