import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** Arguments that arrive in pieces, each with the path where it belongs (ai.google.dev, "PartialArg"). */
export type ArgumentAssembly = { add(pieces: Json | undefined): void; toJson(): string };

type Container = Map<string, Value> | Value[];
type Value = Container | string | number | boolean | null;

export function assembleArguments(): ArgumentAssembly {
  const root: Map<string, Value> = new Map();

  function put(piece: JsonObject): void {
    const steps = typeof piece.jsonPath === 'string' ? stepsOf(piece.jsonPath) : [];
    const last = steps.pop();
    if (last === undefined || steps.length >= deepest) return;
    let at: Container = root;
    for (const [index, step] of steps.entries()) at = descend(at, step, steps[index + 1] ?? last);
    const before = read(at, last);
    const value = readValue(piece);
    write(at, last, typeof before === 'string' && typeof value === 'string' ? before + value : value);
  }

  return {
    add: (pieces) => {
      if (Array.isArray(pieces)) for (const piece of pieces as readonly Json[]) if (isJsonObject(piece)) put(piece);
    },
    toJson: () => JSON.stringify(toJson(root)),
  };
}

/** `$.items[0].name` → items, 0, name; also the bracket form `$['a b']`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[['"]([^'"]*)['"]\]/g)].map(
    ([, name, index, quoted]) => name ?? index ?? quoted ?? '',
  );

/** Levels. Deeper arguments come from no model. */
const deepest = 100;

/** Longer lists than this come from no model, and none that begins far behind its end. */
const maxIndex = 10_000;
const mostSkipped = 100;
const isIndex = (step: string): boolean => /^\d{1,5}$/.test(step) && Number(step) < maxIndex;

function descend(at: Container, step: string, next: string): Container {
  const there = read(at, step);
  if (there instanceof Map || Array.isArray(there)) return there;
  const made: Container = isIndex(next) ? [] : new Map();
  write(at, step, made);
  return made;
}

const read = (at: Container, step: string): Value | undefined => (Array.isArray(at) ? at[Number(step)] : at.get(step));

function write(at: Container, step: string, value: Value): void {
  if (!Array.isArray(at)) at.set(step, value);
  else if (isIndex(step) && Number(step) <= at.length + mostSkipped) at[Number(step)] = value;
}

function readValue(piece: JsonObject): Value {
  if (typeof piece.stringValue === 'string') return piece.stringValue;
  if (typeof piece.numberValue === 'number') return piece.numberValue;
  return typeof piece.boolValue === 'boolean' ? piece.boolValue : null;
}

function toJson(value: Value): Json {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [name, toJson(member)]));
  return Array.isArray(value) ? Array.from(value, (entry) => toJson(entry ?? null)) : value;
}
