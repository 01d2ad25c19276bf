import type { JsonObject } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { cleanJsonSchema } from './clean-json-schema.ts';
import { gemini } from './index.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('a JSON schema for models that take one', () => {
  it.each([
    [
      'what they know stays',
      object({ a: { type: ['string', 'null'] } }, { required: ['a'], additionalProperties: false }),
    ],
    [
      'references and their definitions stay',
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { type: 'string' } } }),
    ],
    ['unions stay', object({ a: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] } })],
    [
      'lists and tuples stay',
      object({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' }, minItems: 1 } }),
    ],
    ['numbers may be enumerated', object({ a: { type: 'integer', enum: [1, 2] } })],
    [
      'properties may have any name',
      object({ $ref: { type: 'string' }, default: { type: 'string' }, not: { type: 'string' } }),
    ],
  ])('%s', (_, schema) => {
    expect(cleanJsonSchema(schema)).toEqual(schema);
  });

  it.each([
    ['$schema is left out', { $schema: 'x', type: 'string' }, { type: 'string' }],
    ['one value is an enumeration of one', { const: 'x' }, { enum: ['x'] }],
    [
      'what they do not know is told',
      { type: 'string', pattern: '^a' },
      { type: 'string', description: '(pattern: "^a")' },
    ],
    [
      'it is told after the description',
      { type: 'integer', description: 'Days.', exclusiveMinimum: 0 },
      { type: 'integer', description: 'Days. (exclusiveMinimum: 0)' },
    ],
    ['other values are told', { enum: [true, null] }, { description: '(one of: [true,null])' }],
    [
      'allOf comes together',
      { allOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] },
      object({ a: { type: 'string' }, b: { type: 'string' } }),
    ],
    [
      'old definitions are found',
      object({ a: { $ref: '#/definitions/A' } }, { definitions: { A: { type: 'string' } } }),
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { type: 'string' } } }),
    ],
    [
      'nothing stands beside a reference',
      { $ref: '#/$defs/A', description: 'x', $defs: { A: { type: 'string' } } },
      { $ref: '#/$defs/A', $defs: { A: { type: 'string' } } },
    ],
    [
      'an old tuple is a tuple',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['nullable is a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['anything at all is the empty schema', object({ a: true }), object({ a: {} })],
  ] as [string, JsonObject, JsonObject][])('%s', (_, schema, expected) => {
    expect(cleanJsonSchema(schema)).toEqual(expected);
  });

  it('is not sent where it is inside itself: the subset of older models takes its place, cut off', () => {
    const parameters = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } });
    expect(cleanJsonSchema(parameters)).toBeUndefined();
    const tools = [{ type: 'function', function: { name: 'f', parameters } }] as const;
    const sent = JSON.stringify(sentBody(gemini.toNative(exampleCall('gemini-2.5-flash', { tools }), 's')).tools);
    expect(sent).toContain('"parameters":');
    expect(sent).not.toContain('$ref');
  });

  it('finds a circle through definitions', () => {
    const $defs = { A: object({ b: { $ref: '#/$defs/B' } }), B: object({ a: { $ref: '#/$defs/A' } }) };
    expect(cleanJsonSchema(object({ a: { $ref: '#/$defs/A' } }, { $defs }))).toBeUndefined();
    const twice = object({ a: { $ref: '#/$defs/C' }, b: { $ref: '#/$defs/C' } }, { $defs: { C: { type: 'string' } } });
    expect(cleanJsonSchema(twice)).toEqual(twice);
  });
});
