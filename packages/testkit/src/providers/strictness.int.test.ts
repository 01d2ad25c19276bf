import type { ProviderName } from '@palimpsest/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedProviders, startSimulatedProviders } from './start-simulated-providers.ts';
import { answer } from './step.ts';

let providers: SimulatedProviders;
beforeAll(async () => {
  providers = await startSimulatedProviders();
  for (const name of ['openai', 'anthropic', 'gemini', 'openrouter', 'openai_compatible'] as const) {
    providers[name].plays('known', answer('fine'));
  }
});
afterAll(() => providers.close());

const paths: Record<ProviderName, string> = {
  openai: '/chat/completions',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/gemini-2.5-flash:generateContent',
  openrouter: '/chat/completions',
  openai_compatible: '/chat/completions',
};
const bearer = { authorization: 'Bearer known' };
const auth: Record<ProviderName, Record<string, string>> = {
  openai: bearer,
  anthropic: { 'x-api-key': 'known', 'anthropic-version': '2023-06-01' },
  gemini: { 'x-goog-api-key': 'known' },
  openrouter: bearer,
  openai_compatible: bearer,
};
const hi = [{ role: 'user', content: 'hi' }];
const turns = [{ role: 'user', parts: [{ text: 'hi' }] }];
const good: Record<ProviderName, object> = {
  openai: { model: 'gpt-4o', messages: hi },
  anthropic: { model: 'claude-sonnet-4-5', max_tokens: 9, messages: hi },
  gemini: { contents: turns },
  openrouter: { model: 'openai/gpt-4o', messages: hi },
  openai_compatible: { model: 'llama3.1', messages: hi },
};
const names = Object.keys(good) as ProviderName[];

async function ask(name: ProviderName, body: object = {}, headers = auth[name]) {
  const response = await fetch(providers[name].baseUrl + paths[name], {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...good[name], ...body }),
  });
  return { status: response.status, text: await response.text() };
}

test.each(names)('%s answers a request that is in order', async (name) => {
  expect(await ask(name)).toMatchObject({ status: 200, text: expect.stringContaining('fine') });
});

test.each(names)('%s turns away a request without a secret', async (name) => {
  expect([401, 403]).toContain((await ask(name, {}, {})).status);
});

test.each(names)('%s turns away an unknown secret', async (name) => {
  const unknown = Object.fromEntries(Object.entries(auth[name]).map(([k, v]) => [k, v.replace('known', 'other')]));
  expect((await ask(name, {}, unknown)).status).toBe(name === 'gemini' ? 400 : 401);
});

const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] };
const tools = [{ name: 'f', input_schema: { type: 'object' } }];
const functionCall = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] };
const declare = (parameters: object) => ({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] });

const refused: readonly (readonly [ProviderName, string, object, string])[] = [
  ['openai', 'an unknown parameter', { colour: 'red' }, "Unknown parameter: 'colour'"],
  ['openai', 'a role of its own making', { messages: [{ role: 'robot', content: 'x' }] }, "Invalid value: 'robot'"],
  ['openai', 'an empty list of tools', { tools: [] }, "Invalid 'tools': empty array"],
  ['openai', 'stream options without a stream', { stream_options: { include_usage: true } }, 'stream_options'],
  ['openai', 'the old limit for a reasoning model', { model: 'o3-mini', max_tokens: 9 }, 'max_completion_tokens'],
  [
    'openai',
    'an unanswered tool call',
    { messages: [...hi, { role: 'assistant', tool_calls: [call] }, ...hi] },
    'call_1',
  ],
  [
    'openai',
    'a description of more than 1024 characters',
    { tools: [{ type: 'function', function: { name: 'f', description: 'x'.repeat(1025) } }] },
    "Invalid 'tools[0].function.description': string too long",
  ],
  [
    'openai',
    "a mark of Anthropic's cache in a content",
    { messages: [{ role: 'developer', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] }] },
    "Unknown parameter: 'messages[0].content[0].cache_control'",
  ],
  [
    'openai',
    "a mark of Anthropic's cache at a tool",
    { tools: [{ type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral' } }] },
    "Unknown parameter: 'tools[0].cache_control'",
  ],
  ['openai', 'a stray tool message', { messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }, 'preceeding'],
  ['openai_compatible', 'the newer name of the limit', { max_completion_tokens: 9 }, 'extra_forbidden'],
  ['openrouter', 'a model without a vendor', { model: 'gpt-4o' }, 'gpt-4o is not a valid model ID'],
  ['anthropic', 'a missing limit', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['anthropic', 'a system message', { messages: [{ role: 'system', content: 'x' }] }, 'top-level `system`'],
  ['anthropic', 'a foreign parameter', { frequency_penalty: 1 }, 'Extra inputs are not permitted'],
  ['anthropic', 'an empty text', { messages: [{ role: 'user', content: ' ' }] }, 'non-whitespace'],
  ['anthropic', 'an unanswered tool use', { tools, messages: [...hi, use, ...hi] }, 'toolu_1'],
  ['anthropic', 'too hot a temperature', { temperature: 1.5 }, 'temperature: range: 0..1'],
  ['gemini', 'a foreign member', { model: 'x' }, 'Unknown name \\"model\\"'],
  [
    'gemini',
    'a foreign schema keyword',
    declare({ type: 'OBJECT', additionalProperties: false }),
    'additionalProperties',
  ],
  ['gemini', 'an object schema without properties', declare({ type: 'OBJECT', properties: {} }), 'non-empty'],
  ['gemini', 'a role of OpenAI', { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] }, 'valid role'],
  ['gemini', 'a function call that opens', { contents: [functionCall] }, 'immediately after a user turn'],
  [
    'gemini',
    'an unanswered function call',
    { contents: [...turns, functionCall, ...turns] },
    'number of function response',
  ],
];

describe.each(refused)('%s refuses', (name, what, body, words) => {
  test(what, async () => {
    const { status, text } = await ask(name, body);
    expect([400, 422]).toContain(status);
    expect(text).toContain(words);
  });
});

test('anthropic wants its version and no bearer', async () => {
  expect((await ask('anthropic', {}, { 'x-api-key': 'known' })).status).toBe(400);
  expect((await ask('anthropic', {}, { ...auth.anthropic, authorization: 'Bearer known' })).status).toBe(401);
});
