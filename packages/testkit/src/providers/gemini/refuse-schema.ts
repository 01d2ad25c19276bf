import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { badRequest, unknownName } from './error-body.ts';

/** The members of Gemini's `Schema`. @see https://ai.google.dev/api/caching#Schema */
const members = new Set(
  `type format title description nullable enum items minItems maxItems properties required minProperties maxProperties
  minimum maximum minLength maxLength pattern example anyOf propertyOrdering default`.split(/\s+/),
);

/** What Gemini finds wrong with a schema of its OpenAPI subset. `at` is the path that its messages show. */
export function refuseSchema(schema: Json | undefined, at: string): Refusal | undefined {
  if (!isJsonObject(schema)) return badRequest(`Invalid value at '${at}'`);
  const unknown = Object.keys(schema).find((name) => !members.has(name));
  if (unknown !== undefined) return unknownName(unknown, at);
  if (typeof schema.type !== 'string' && schema.anyOf === undefined) return badRequest(`Invalid value at '${at}.type'`);
  return (
    refuseObject(schema, at) ??
    refuseList(schema, at) ??
    refuseEnum(schema, at) ??
    refuseEach(schema.anyOf, `${at}.any_of`)
  );
}

function refuseObject(schema: JsonObject, at: string): Refusal | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : undefined;
  if (properties !== undefined && Object.keys(properties).length === 0) {
    return badRequest(`* GenerateContentRequest.${at}.properties: should be non-empty for OBJECT type\n`);
  }
  for (const [index, name] of ((schema.required ?? []) as readonly string[]).entries()) {
    if (properties?.[name] === undefined) {
      return badRequest(`* GenerateContentRequest.${at}.required[${index}]: property is not defined\n`);
    }
  }
  for (const [name, property] of Object.entries(properties ?? {})) {
    const refusal = refuseSchema(property, `${at}.properties[${name}]`);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseList(schema: JsonObject, at: string): Refusal | undefined {
  if (shown(schema.type).toUpperCase() !== 'ARRAY') return undefined;
  if (schema.items === undefined) return badRequest(`* GenerateContentRequest.${at}.items: missing field.\n`);
  return refuseSchema(schema.items, `${at}.items`);
}

function refuseEnum(schema: JsonObject, at: string): Refusal | undefined {
  if (!Array.isArray(schema.enum)) return undefined;
  const wrong = schema.enum.findIndex((value) => typeof value !== 'string');
  if (wrong !== -1)
    return badRequest(`Invalid value at '${at}.enum[${wrong}]' (TYPE_STRING), ${shown(schema.enum[wrong])}`);
  if (schema.enum.includes('')) return badRequest(`* GenerateContentRequest.${at}.enum[0]: cannot be empty\n`);
  return undefined;
}

function refuseEach(schemas: Json | undefined, at: string): Refusal | undefined {
  for (const [index, schema] of (Array.isArray(schemas) ? (schemas as readonly Json[]) : []).entries()) {
    const refusal = refuseSchema(schema, `${at}[${index}]`);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
