import type { Json, JsonObject } from '@palimpsest/domain';

/** The members that are none of the known ones and hold something; `undefined` where there are none. They are kept for the client. */
export function unknownFields(object: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  let fields: Record<string, Json> | undefined;
  for (const [name, value] of Object.entries(object)) {
    if (known.has(name) || value === null || value === undefined) continue;
    fields ??= {};
    fields[name] = value;
  }
  return fields;
}

/** Adds what is new to what is known; the same object where nothing is. */
export function addFields(fields: JsonObject, more: JsonObject | undefined): JsonObject {
  if (more === undefined) return fields;
  const news = Object.entries(more).filter(([name, value]) => !isSame(fields[name], value));
  return news.length === 0 ? fields : { ...fields, ...Object.fromEntries(news) };
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
