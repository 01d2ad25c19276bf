import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refs } from './resolve-refs.ts';
import { sizeOf } from './schema-room.ts';

/** `allOf` in itself, directly or through references, goes no deeper than this. */
const maxLevels = 8;

/** JSON schema has no more types. */
const mostTypes = 7;

/** The alternatives of a union, in whichever of JSON schema's forms it is written. */
export function branchesOf(schema: JsonObject): readonly Json[] {
  for (const union of [schema.anyOf, schema.oneOf]) if (Array.isArray(union)) return union as readonly Json[];
  if (!Array.isArray(schema.type)) return [];
  const types = [...new Set(schema.type as readonly Json[])].slice(0, mostTypes);
  return types.map((type) => ({ ...schema, type, description: undefined }));
}

/** `allOf` asks for everything at once: members come together, later ones win. */
export function mergeAll(schema: JsonObject, refs: Refs, levels = maxLevels): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema;
  if (!refs.room.take(sizeOf(schema))) return { type: 'object' };
  const { allOf, ...rest } = schema;
  if (levels === 0) return rest;
  const layers = [...(allOf as readonly Json[]).map((layer) => mergeAll(refs.follow(layer), refs, levels - 1)), rest];
  return { ...refs.join(layers), ...members(layers, refs) };
}

function members(layers: readonly JsonObject[], refs: Refs): JsonObject {
  const properties = refs.join(layers.map((layer) => objectOf(layer.properties)));
  const required = layers.flatMap((layer) => listOf(layer.required));
  return {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/**
 * An object with alternatives beside its own properties: no model takes both. The object with the properties of all of them
 * allows whatever one of them allows.
 */
export function widen(schema: JsonObject, refs: Refs): JsonObject {
  const isObject = schema.type === 'object' || isJsonObject(schema.properties);
  if (!isObject || (schema.anyOf === undefined && schema.oneOf === undefined)) return schema;
  const { anyOf, oneOf, ...rest } = schema;
  const branches = [...listOf(anyOf), ...listOf(oneOf)].map((branch) => objectOf(refs.follow(branch).properties));
  const properties = refs.join([...branches, objectOf(schema.properties)]);
  return { ...rest, properties };
}

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
