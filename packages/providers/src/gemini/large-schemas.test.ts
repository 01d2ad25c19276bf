import type { JsonObject } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
const named = <T>(count: number, letter: string, one: (at: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (at) => [`${letter}${at}`, one(at)]));

const ref = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
const string = { type: 'string' };
const large = (count: number): JsonObject => ({ type: 'object', properties: named(count, 'x', () => string) });

/** Each level asks for the next one so many times at once. */
const growing = (times: number): JsonObject => ({
  allOf: many(times, () => ref('a0')),
  $defs: named(9, 'a', (at) => (at === 8 ? large(3) : { allOf: many(times, () => ref(`a${at + 1}`)) })),
});

/** Small enough for one body; written out, or followed wherever they lead, they take minutes, all memory or the whole stack. */
const schemas: Readonly<Record<string, JsonObject>> = {
  'levels of allOf': growing(20),
  'names for one large schema': {
    properties: named(20_000, 'p', (at) => ref(`q${at}`)),
    $defs: { ...named(20_000, 'q', () => ref('large')), large: large(20_000) },
  },
  'schemas that ask for one large schema': {
    properties: named(20_000, 'p', () => ({ allOf: [ref('large')] })),
    $defs: { large: large(20_000) },
  },
  'schemas, each of which refers to the next': {
    properties: { a: ref('a0') },
    $defs: named(60_000, 'a', (at) => ({
      type: 'object',
      properties: { n: at === 59_999 ? string : ref(`a${at + 1}`) },
    })),
  },
  'schemas, each of which asks for the next': {
    properties: { a: ref('a0') },
    $defs: named(60_000, 'a', (at) => ({
      type: 'object',
      properties: { n: at === 59_999 ? string : { allOf: [ref(`a${at + 1}`)] } },
    })),
  },
  'types of a schema with many members': {
    type: many(20_000, (at) => `t${at}`) as never,
    ...named(20_000, 'k', () => 1),
  },
  'alternatives to many values': { anyOf: many(40_000, () => string), enum: many(40_000, (at) => at) },
  'alternatives beside properties': {
    anyOf: many(40_000, () => ref('large')),
    properties: {},
    $defs: { large: large(40_000) },
  },
  'references to one long description': {
    properties: named(1000, 'p', () => ref('told')),
    $defs: { told: { type: 'string', description: 'x'.repeat(1_000_000) } },
  },
};

const send = (model: string, parameters: readonly JsonObject[]): JsonObject =>
  sentBody(
    toNative(
      exampleCall(model, {
        tools: parameters.map((one, at) => ({ type: 'function', function: { name: `f${at}`, parameters: one } })),
      }),
      'secret',
    ),
  );

const models = { 'in JSON schema': 'gemini-2.5-pro', "in OpenAPI's subset": 'gemini-1.5-pro' };

it.each(
  Object.entries(models).flatMap(([how, model]) =>
    Object.entries(schemas).map(([what, schema]) => ({ how, model, what, schema })),
  ),
)('a schema of many $what is written $how at about its own size', ({ model, schema }) => {
  const written = JSON.stringify(send(model, [schema])).length;
  expect(written).toBeLessThan(JSON.stringify(schema).length + 8_000_000);
});

it.each(Object.values(models))('the schemas of one request share their bounds: %s', (model) => {
  const tools = many(2000, () => growing(5));
  expect(JSON.stringify(send(model, tools)).length).toBeLessThan(JSON.stringify(tools).length + 8_000_000);
});
