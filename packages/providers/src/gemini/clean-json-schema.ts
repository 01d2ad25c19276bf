import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { isCyclic } from './is-cyclic.ts';
import { mergeAll } from './join-schemas.ts';
import { createRefs, type RefLimits, type Refs } from './resolve-refs.ts';
import { SchemaRoom } from './schema-room.ts';

/** ai.google.dev, "GenerationConfig", `responseJsonSchema`: what it knows of JSON schema beside unions, members and references. */
const kept = new Set([
  '$id',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'required',
  'propertyOrdering',
]);

/** What it does not know and a reader understands: it goes into the description. */
const spoken = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
  'not',
  'propertyNames',
  'patternProperties',
]);

type Schema = Record<string, Json | undefined>;

/** Definitions lie under one name. */
const pointer = (ref: string): string => ref.replace(/^#\/definitions\//, '#/$defs/');

/**
 * The schema with the keywords that the API knows, the rest told in the description; `undefined` where a schema is inside itself, which
 * the API takes in few places only.
 */
export function cleanJsonSchema(schema: JsonObject, room = new SchemaRoom()): JsonObject | undefined {
  return isCyclic(schema) ? undefined : clean(schema, createRefs(schema, room, limits));
}

/** As deep as a body may be; references stay, so a schema grows by `allOf` alone. */
const limits: RefLimits = { nodes: Number.POSITIVE_INFINITY, depth: 200, nesting: Number.POSITIVE_INFINITY };

function clean(given: Json | undefined, refs: Refs): Schema {
  // `true` allows anything, as does the empty schema.
  if (!isJsonObject(given)) return {};
  if (typeof given.$ref === 'string') return { $ref: pointer(given.$ref), ...definitions(given, refs) };
  const node = refs.enter(given);
  if (node === undefined) return {};
  const result = cleanNode(mergeAll(node.schema, refs), refs);
  node.leave();
  return result;
}

function cleanNode(schema: JsonObject, refs: Refs): Schema {
  const result: Schema = {};
  const said: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    if (kept.has(name)) result[name] = value;
    else if (spoken.has(name)) said.push(`${name}: ${JSON.stringify(value)}`);
  }
  if (schema.nullable === true && typeof schema.type === 'string') result.type = [schema.type, 'null'];
  return {
    ...result,
    ...inner(schema, refs),
    ...choices(schema),
    ...definitions(schema, refs),
    ...describe(schema, said),
  };
}

/** The schemas inside this one. */
function inner(schema: JsonObject, refs: Refs): Schema {
  const result: Schema = {};
  const list = (value: Json): Json => (value as readonly Json[]).map((entry) => clean(entry, refs));
  for (const name of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    const value = schema[name];
    if (Array.isArray(value)) result[name] = list(value);
  }
  const { items, properties, additionalProperties: more } = schema;
  if (Array.isArray(items)) result.prefixItems = list(items);
  else if (isJsonObject(items)) result.items = clean(items, refs);
  if (isJsonObject(properties)) result.properties = cleanMap(properties, refs);
  if (more !== undefined) result.additionalProperties = isJsonObject(more) ? clean(more, refs) : more;
  return result;
}

/** Free names on the left: a property may be called `default`. */
const cleanMap = (map: JsonObject, refs: Refs): Schema =>
  Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, clean(schema, refs)]));

/** An enumeration may hold strings and numbers; others are told in the description. */
function choices(schema: JsonObject): Schema {
  const values = valuesOf(schema);
  const told = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return values.length > 0 && told.length === values.length ? { enum: told } : {};
}

function valuesOf(schema: JsonObject): readonly Json[] {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
}

function definitions(schema: JsonObject, refs: Refs): Schema {
  const all = { ...objectOr(schema.definitions), ...objectOr(schema.$defs) };
  return Object.keys(all).length === 0 ? {} : { $defs: cleanMap(all, refs) };
}

const objectOr = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

function describe(schema: JsonObject, said: readonly string[]): Schema {
  const values = valuesOf(schema);
  const odd = values.some((value) => typeof value !== 'string' && typeof value !== 'number');
  const all = odd ? [...said, `one of: ${JSON.stringify(values)}`] : said;
  if (all.length === 0) return {};
  const before = typeof schema.description === 'string' ? `${schema.description} ` : '';
  return { description: `${before}(${all.join(', ')})` };
}
