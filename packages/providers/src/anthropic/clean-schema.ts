import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** Constraints that structured outputs do not know (platform.claude.com, "Structured outputs"): they become words in the description. */
const spoken = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]);

const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);

/** Members whose value is a map from free names to schemas: a property may be called `pattern`. */
const maps = new Set(['properties', '$defs', 'definitions']);

/** A client's JSON schema as this API accepts it for its answers: every object closed, `oneOf` as `anyOf`. */
export function cleanSchema(schema: JsonObject): JsonObject {
  const clean: Record<string, Json | undefined> = {};
  const said: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    if (spoken.has(name) || (name === 'format' && !(typeof value === 'string' && formats.has(value))))
      said.push(`${name}: ${JSON.stringify(value)}`);
    else if (name === '$schema') continue;
    else clean[name === 'oneOf' ? 'anyOf' : name] = maps.has(name) ? cleanMap(value) : cleanValue(value);
  }
  if (schema.type === 'object' || schema.properties !== undefined) clean.additionalProperties = false;
  if (said.length === 0) return clean;
  const before = typeof schema.description === 'string' ? `${schema.description} ` : '';
  return { ...clean, description: `${before}(${said.join(', ')})` };
}

function cleanMap(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanValue(schema)]));
}

function cleanValue(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => cleanValue(entry) ?? null);
  return isJsonObject(value) ? cleanSchema(value) : value;
}
