import type { Json, JsonObject } from '@palimpsest/domain';

const isSame = (a: Json | undefined, b: Json): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/**
 * `fields` and those members of `object` that are none of the known ones, hold something and are new; the same object where nothing is.
 * It runs for every chunk, so a chunk that brings nothing new costs no copy.
 */
export function addUnknown(fields: JsonObject, object: JsonObject, known: ReadonlySet<string>): JsonObject {
  let all: Record<string, Json | undefined> | undefined;
  for (const name in object) {
    if (known.has(name)) continue;
    const value = object[name];
    if (value === null || value === undefined || isSame(fields[name], value)) continue;
    all ??= { ...fields };
    all[name] = value;
  }
  return all ?? fields;
}

const none: JsonObject = {};

/** The unknown members alone; `undefined` where there are none. */
export function unknownFields(object: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  const fields = addUnknown(none, object, known);
  return fields === none ? undefined : fields;
}
