import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanSchema } from './clean-schema.ts';

/** Every keyword that the strictest model takes. */
const known = new Set(
  'type format title description nullable enum items properties required minimum maximum minItems maxItems anyOf'.split(
    ' ',
  ),
);

/** Walks a cleaned schema; property names are free, keywords are not. */
function foreignKeywords(schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema)) return ['not a schema'];
  const { properties = {}, items, anyOf = [], ...rest } = schema;
  return [
    ...Object.keys(rest).filter((keyword) => !known.has(keyword)),
    ...(rest.type === undefined && schema.anyOf === undefined ? ['no type'] : []),
    ...Object.values(properties as JsonObject).flatMap(foreignKeywords),
    ...(items === undefined ? [] : foreignKeywords(items)),
    ...(anyOf as readonly Json[]).flatMap(foreignKeywords),
  ];
}

it.each([
  [
    'references stand for what they point to',
    {
      type: 'object',
      properties: { steps: { type: 'array', items: { $ref: '#/$defs/Step' } } },
      $defs: { Step: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } } },
    },
    {
      type: 'object',
      properties: {
        steps: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
        },
      },
    },
  ],
  [
    'properties may bear the names of keywords',
    {
      $schema: 'x',
      type: 'object',
      additionalProperties: false,
      properties: { additionalProperties: { type: 'string' }, $ref: { type: 'string' }, title: { type: 'string' } },
      required: ['title', 'gone'],
    },
    {
      type: 'object',
      properties: { additionalProperties: { type: 'string' }, $ref: { type: 'string' }, title: { type: 'string' } },
      required: ['title'],
    },
  ],
  ['a constant is a choice of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['numbers to choose from are told in words', { enum: [1, 2] }, { type: 'number', description: '(one of: [1,2])' }],
  ['empty choices go', { type: 'string', enum: ['', 'a'] }, { type: 'string', enum: ['a'] }],
  ['null is nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  ['null among choices is nullable', { enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
  [
    'unions are anyOf',
    { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'x' },
    {
      anyOf: [
        { description: 'x', type: 'string', nullable: true },
        { description: 'x', type: 'integer', nullable: true },
      ],
    },
  ],
  ['a union of one is that one', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
  [
    'an object with alternatives has the properties of all',
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ properties: { b: { type: 'string' } } }, { required: ['a'] }],
    },
    { type: 'object', properties: { b: { type: 'string' }, a: { type: 'string' } } },
  ],
  [
    'allOf comes together',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
  ],
  [
    'unknown constraints are told in words',
    { type: 'string', format: 'email', minLength: 3, description: 'Mail' },
    { type: 'string', description: 'Mail (minLength: 3, format: email)' },
  ],
  ['a list needs its items', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
  [
    'a tuple is a list of alternatives',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
  ],
  ['a reference to nowhere is anything', { $ref: '#/$defs/gone' }, { type: 'string' }],
] as [string, JsonObject, JsonObject][])('%s', (_, given, wanted) => {
  expect(cleanSchema(given)).toEqual(wanted);
});

it.each([
  ['itself', { type: 'object', properties: { next: { $ref: '#' }, other: { $ref: '#' } } }],
  ['itself at once', { $ref: '#' }],
  ['all of itself', { allOf: [{ $ref: '#' }, { $ref: '#' }] }],
  [
    'each other',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { type: 'object', properties: { b: { $ref: '#/$defs/b' }, c: { $ref: '#/$defs/b' } } },
        b: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } },
      },
    },
  ],
] as [string, JsonObject][])('a schema that holds %s is written out within bounds', (_, schema) => {
  const text = JSON.stringify(cleanSchema(schema));
  expect(text.length).toBeLessThan(100_000);
  expect(foreignKeywords(JSON.parse(text) as Json)).toEqual([]);
});

it('lets no foreign keyword through, whatever it is given', () => {
  const keyword = fc.constantFrom(...known, 'oneOf', 'allOf', '$ref', 'const', 'not', 'prefixItems', 'definitions');
  const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Json>('string', 'object', 'array', '#/properties/a', '#', 1, null, true),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('schema'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(keyword, schema), (given) => {
      expect(foreignKeywords(cleanSchema(given))).toEqual([]);
    }),
  );
});
