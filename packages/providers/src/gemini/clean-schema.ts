import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { branchesOf, mergeAll, widen } from './join-schemas.ts';
import { createRefs, type RefLimits, type Refs } from './resolve-refs.ts';
import { SchemaRoom, sizeOf } from './schema-room.ts';

/** Formats that every model takes (ai.google.dev, "Schema"). */
const formats = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64']);

/** What the API knows under the same name and meaning. */
const kept = ['title', 'minItems', 'maxItems', 'minimum', 'maximum'] as const;

/** What it does not know and a reader understands: it goes into the description. */
const spoken = [
  'minLength',
  'maxLength',
  'pattern',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'default',
] as const;

/** A schema written out in full may be far larger than with its references; more than this no provider takes. */
const limits: RefLimits = { nodes: 2000, depth: 24, nesting: 2 };

type Schema = Record<string, Json | undefined>;

/**
 * A JSON schema in the subset of OpenAPI that every model takes: references resolved, unions as `anyOf`, null as `nullable`.
 * An unknown keyword is a 400 for the whole request, so nothing else is let through. Recursion and size are cut off.
 */
export const cleanSchema = (schema: JsonObject, room = new SchemaRoom()): JsonObject =>
  clean(schema, createRefs(schema, room, limits));

function clean(given: Json | undefined, refs: Refs): Schema {
  const node = refs.enter(given);
  if (node === undefined) return { type: 'object' };
  const result = cleanNode(widen(mergeAll(node.schema, refs), refs), refs);
  node.leave();
  return result;
}

function cleanNode(schema: JsonObject, refs: Refs): Schema {
  const branches = branchesOf(schema);
  const alternatives = branches.filter((branch) => !isNull(branch));
  const nullable = schema.nullable === true || alternatives.length < branches.length || hasNull(schema);
  const description = describe(schema);
  if (alternatives.length > 1) {
    const told = refs.room.take(alternatives.length * sizeOf(description)) ? description : {};
    return {
      anyOf: alternatives.map((branch) => ({ ...told, ...clean(branch, refs), ...(nullable ? { nullable } : {}) })),
    };
  }
  const [only] = alternatives;
  if (only !== undefined) return { ...description, ...clean(only, refs), ...(nullable ? { nullable } : {}) };
  return { ...plain(schema, refs), ...description, ...(nullable ? { nullable } : {}) };
}

const isNull = (branch: Json): boolean => isJsonObject(branch) && (branch.type === 'null' || branch.const === null);
const hasNull = (schema: JsonObject): boolean => Array.isArray(schema.enum) && schema.enum.includes(null);

function plain(schema: JsonObject, refs: Refs): Schema {
  const type = typeof schema.type === 'string' ? schema.type.toLowerCase() : impliedType(schema);
  const same: Schema = { type };
  for (const name of kept) if (schema[name] !== undefined) same[name] = schema[name];
  if (typeof schema.format === 'string' && formats.has(schema.format)) same.format = schema.format;
  const choices = stringChoices(schema);
  if (choices !== undefined) return { ...same, enum: choices };
  if (type === 'array') return { ...same, items: clean(itemsOf(schema), refs) };
  return type === 'object' ? { ...same, ...objectMembers(schema, refs) } : same;
}

function impliedType(schema: JsonObject): string {
  if (isJsonObject(schema.properties) || schema.additionalProperties !== undefined) return 'object';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array';
  if (schema.const !== undefined && schema.const !== null) return typeof schema.const;
  const [first] = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
  return typeof first === 'number' || typeof first === 'boolean' ? typeof first : 'string';
}

/** An enumeration may hold strings alone, and none of them empty; other values are told in the description. */
function stringChoices(schema: JsonObject): readonly string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(values)) return undefined;
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as readonly string[];
  return texts.length === 0 ? undefined : texts;
}

function itemsOf(schema: JsonObject): Json {
  const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items;
  if (!Array.isArray(tuple)) return tuple ?? { type: 'string' };
  return { anyOf: tuple as readonly Json[] };
}

/** `required` may only name what is there. */
function objectMembers(schema: JsonObject, refs: Refs): Schema {
  const given = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (given.length === 0) return {};
  const properties = Object.fromEntries(given.map(([name, property]) => [name, clean(property, refs)]));
  const wished = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  const required = wished.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return required.length === 0 ? { properties } : { properties, required };
}

function describe(schema: JsonObject): Schema {
  const said: string[] = spoken
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name}: ${JSON.stringify(schema[name])}`);
  if (typeof schema.format === 'string' && !formats.has(schema.format)) said.push(`format: ${schema.format}`);
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(choices) && choices.some((choice) => typeof choice !== 'string' && choice !== null))
    said.push(`one of: ${JSON.stringify(choices)}`);
  const text = typeof schema.description === 'string' ? schema.description : '';
  const description = said.length === 0 ? text : `${text} (${said.join(', ')})`.trim();
  return description === '' ? {} : { description };
}
