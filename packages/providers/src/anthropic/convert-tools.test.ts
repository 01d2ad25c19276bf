import type { ChatBody, Tool } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const tool = (name: string): Tool => ({
  type: 'function',
  function: { name, description: `does ${name}`, parameters: { properties: { x: { type: 'string' } } } },
});
const tools = [tool('a'), tool('b'), tool('c')];
const send = (body: Partial<ChatBody>) => sentBody(toNative(exampleCall('claude-sonnet-4-5', body), 'secret'));
const names = (body: Partial<ChatBody>) => (send(body).tools as { name: string }[]).map(({ name }) => name);

it('declares tools with an object schema, also where the client gave none', () => {
  expect(send({ tools: [tool('a'), { type: 'function', function: { name: 'plain' } }] }).tools).toEqual([
    { name: 'a', description: 'does a', input_schema: { type: 'object', properties: { x: { type: 'string' } } } },
    { name: 'plain', input_schema: { type: 'object', properties: {} } },
  ]);
});

it.each([
  ['nothing', {}, { type: 'auto' }],
  ['auto', { tool_choice: 'auto' }, { type: 'auto' }],
  ['none, with the tools still declared', { tool_choice: 'none' }, { type: 'none' }],
  ['required', { tool_choice: 'required' }, { type: 'any' }],
  ['one function', { tool_choice: { type: 'function', function: { name: 'b' } } }, { type: 'tool', name: 'b' }],
  ['no parallel calls', { parallel_tool_calls: false }, { type: 'auto', disable_parallel_tool_use: true }],
  [
    'one call of one function',
    { tool_choice: { type: 'function', function: { name: 'b' } }, parallel_tool_calls: false },
    { type: 'tool', name: 'b', disable_parallel_tool_use: true },
  ],
] as [string, Partial<ChatBody>, object][])('tells the model how to use them: %s', (_, wish, choice) => {
  expect(send({ tools, ...wish }).tool_choice).toEqual(choice);
  expect(names({ tools, ...wish })).toEqual(['a', 'b', 'c']);
});

it('offers only the allowed ones of several', () => {
  const named = (name: string) => ({ type: 'function', function: { name } });
  const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [named('a'), named('c')] } };
  expect(names({ tools, tool_choice })).toEqual(['a', 'c']);
  expect(send({ tools, tool_choice }).tool_choice).toEqual({ type: 'any' });
});

it('leaves out an empty list of tools', () => {
  expect(send({ tools: [], tool_choice: 'auto' })).not.toHaveProperty('tools');
  expect(send({ tools: [] })).not.toHaveProperty('tool_choice');
});

it.each([
  ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
  ['tool_choice', { tools, tool_choice: { type: 'function', function: { name: 'unknown' } } }],
  ['tool_choice', { tools, tool_choice: { type: 'custom', custom: { name: 'x' } } }],
  ['tool_choice', { tool_choice: 'required' }],
] as unknown as [string, Partial<ChatBody>][])('refuses what has no equal: %s', (param, body) => {
  expect(toNative(exampleCall('claude-sonnet-4-5', body), 'secret')).toMatchObject({ refused: { param } });
});
