import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type SchemaRoom, sizeOf } from './schema-room.ts';

/** Walks a schema through its references, within bounds. */
export type Refs = {
  /** The schema behind a node, or `undefined` where it is too deep, too much or inside itself too often. `leave` once done. */
  enter(node: Json | undefined): { readonly schema: JsonObject; leave(): void } | undefined;
  /** A node with its reference resolved, siblings of `$ref` kept. */
  readonly follow: (node: Json | undefined) => JsonObject;
  /** Several schemas as one, of whose members later ones win; the last alone where no room is left. */
  readonly join: (schemas: readonly JsonObject[]) => JsonObject;
  readonly room: SchemaRoom;
};

export type RefLimits = {
  /** Schemas that are entered. */
  readonly nodes: number;
  readonly depth: number;
  /** How often a schema is written out inside itself. */
  readonly nesting: number;
};

export function createRefs(root: JsonObject, room: SchemaRoom, limits: RefLimits): Refs {
  const inside = new Map<string, number>();
  let nodes = 0;
  let depth = 0;

  function join(schemas: readonly JsonObject[]): JsonObject {
    let all: JsonObject = {};
    for (const schema of schemas) {
      if (!room.take(sizeOf(schema))) return schemas.at(-1) ?? {};
      all = Object.assign(all, schema);
    }
    return all;
  }

  function follow(node: Json | undefined, hops = 0): JsonObject {
    if (!isJsonObject(node)) return {};
    if (typeof node.$ref !== 'string') return node;
    if (!room.take(sizeOf(node))) return {};
    const { $ref, ...beside } = node;
    if (hops >= 8) return beside;
    const schema = follow(targetOf(root, $ref), hops + 1);
    return Object.keys(beside).length === 0 ? schema : join([schema, beside]);
  }

  function enter(node: Json | undefined): ReturnType<Refs['enter']> {
    const ref = isJsonObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
    const nesting = ref === undefined ? 0 : (inside.get(ref) ?? 0);
    if (nodes >= limits.nodes || depth >= limits.depth || nesting >= limits.nesting) return undefined;
    const schema = follow(node);
    if (!room.take(sizeOf(schema))) return undefined;
    nodes += 1;
    depth += 1;
    if (ref !== undefined) inside.set(ref, nesting + 1);
    const leave = (): void => {
      depth -= 1;
      if (ref !== undefined) inside.set(ref, nesting);
    };
    return { schema, leave };
  }

  return { enter, follow: (node) => follow(node), join, room };
}

/** What a reference within a document points to. */
export function targetOf(root: JsonObject, pointer: string): Json | undefined {
  if (!pointer.startsWith('#')) return undefined;
  const steps = pointer.slice(1).split('/').slice(1).map(unescapeStep);
  return steps.reduce<Json | undefined>(
    (at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    root,
  );
}

/** RFC 6901; references in schemas are URI fragments, so `%` escapes occur too. */
function unescapeStep(step: string): string {
  const plain = step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
