import { answer } from '@palimpsest/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const words = fc.oneof(fc.constantFrom('Hi', '', ' ', 'end ', '{"a":1}', '[1]', '🙂', '\ud800'), fc.string());
const parts = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.map((text) => ({ type: 'text', text })));
const content = fc.oneof(words, parts);

/** Members that clients leave in an answer when they give it back. */
const leftovers = fc.record(
  {
    tool_calls: fc.constant(null),
    function_call: fc.constant(null),
    audio: fc.constant(null),
    refusal: fc.constant(null),
    annotations: fc.constant([]),
  },
  { requiredKeys: [] },
);
const named = fc.record({ name: fc.constantFrom('ann', 'bob') }, { requiredKeys: [] });
const said = (role: string) => fc.tuple(named, content).map(([name, text]) => [{ ...name, role, content: text }]);
const spoke = fc.tuple(leftovers, content).map(([more, text]) => [{ ...more, role: 'assistant', content: text }]);

const name = fc.constantFrom('f', 'get-g_2');
const args = fc.constantFrom('{}', '', '{"a":1}', '[1]', 'no json', '"x"', '{"a":{"b":[null]}}');
const called = fc.uniqueArray(fc.constantFrom('t1', 't-2', 'chatcmpl-tool-0123456789abcdef0123456789abcdef', 'ü:3'), {
  minLength: 1,
  maxLength: 3,
});
/** Calls, and their results in any order. */
const round = fc
  .tuple(called, fc.infiniteStream(name), fc.infiniteStream(args), fc.oneof(content, fc.constant(null)), content)
  .chain(([ids, names, texts, before, result]) => {
    const calls = ids.map((id) => ({
      id,
      type: 'function',
      function: { name: names.next().value, arguments: texts.next().value },
    }));
    const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: result }));
    const all = fc.shuffledSubarray(results, { minLength: results.length });
    return all.map((inOrder) => [{ role: 'assistant', content: before, tool_calls: calls }, ...inOrder]);
  });

const turns = fc.oneof(said('user'), said('system'), said('developer'), spoke, round);
const messages = fc.array(turns, { maxLength: 6 }).map((all) => [...all.flat(), { role: 'user', content: 'Go on.' }]);

const schema = fc.constantFrom<object | null>(
  null,
  { type: 'object', properties: {} },
  { properties: { a: { type: ['string', 'null'], minLength: 1 } }, required: ['a', 'b'], additionalProperties: false },
  { type: 'object', properties: { $ref: { $ref: '#/$defs/N' } }, $defs: { N: { enum: [1, 'x', null] } } },
  { type: 'object', properties: { n: { $ref: '#' }, t: { type: 'array', items: [{ const: 1 }, { type: 'number' }] } } },
  { allOf: [{ type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } } }] },
);
const tools = schema.map((parameters) => ({
  tools: ['f', 'get-g_2'].map((one) => ({
    type: 'function',
    function: { name: one, description: null, ...(parameters === null ? {} : { parameters }) },
  })),
}));
const body = fc
  .tuple(
    messages,
    fc.oneof(fc.constant({}), fc.constant({ tools: [], tool_choice: 'auto' }), tools),
    fc.record(
      {
        stream: fc.boolean(),
        temperature: fc.constantFrom(0, 1.7, null),
        top_p: fc.constantFrom(0.5, null),
        stop: fc.constantFrom<unknown>('x', ['x', 'y'], [], null),
        reasoning_effort: fc.constantFrom('none', 'low', 'high', null),
        max_tokens: fc.constantFrom(50, 9000),
        user: fc.constant('someone'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([all, declared, more]) => ({ messages: all, ...declared, ...more }));

it.each([
  ['openai', 'gpt-5.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-opus-5'],
  ['gemini', 'gemini-2.0-flash'],
  ['gemini', 'gemini-3-flash'],
  ['openrouter', 'openai/gpt-4o'],
  ['openai_compatible', 'mistral-small'],
] as const)(
  '%s, %s takes a conversation of any form, and is told nothing that it refuses',
  async (provider, upstream) => {
    const model = `any-${upstream}`;
    const key = proxy.key(provider, { models: [{ name: model, upstream }] });
    proxy.providers[provider].plays(key.secret, answer('pong'));
    const user = proxy.user();
    await fc.assert(
      fc.asyncProperty(body, async (asked) => {
        const response = await proxy.chat(user, { model, ...asked });
        const told = await response.text();
        expect([response.status, told]).toEqual([200, expect.stringContaining('pong')]);
      }),
      { numRuns: 60 },
    );
  },
);
