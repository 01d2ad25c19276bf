import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** Walks a schema through its references, within bounds. */
export type Refs = {
  /** The schema behind a node, or `undefined` where it is too deep, too much or inside itself too often. `leave` once done. */
  enter(node: Json | undefined): { readonly schema: JsonObject; leave(): void } | undefined;
  /** A node with its reference resolved, siblings of `$ref` kept. */
  readonly follow: (node: Json | undefined) => JsonObject;
};

/** A schema written out in full may be far larger than with its references; more than this no provider takes. */
const maxNodes = 2000;
const maxDepth = 24;
/** How often a schema is written out inside itself. */
const maxNesting = 2;

export function createRefs(root: JsonObject): Refs {
  const inside = new Map<string, number>();
  let nodes = 0;
  let depth = 0;

  function target(pointer: string): Json | undefined {
    if (!pointer.startsWith('#')) return undefined;
    const steps = pointer.slice(1).split('/').slice(1).map(unescapeStep);
    return steps.reduce<Json | undefined>(
      (at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
      root,
    );
  }

  function follow(node: Json | undefined, hops = 0): JsonObject {
    if (!isJsonObject(node)) return {};
    if (typeof node.$ref !== 'string') return node;
    const { $ref, ...beside } = node;
    return hops >= 8 ? beside : { ...follow(target($ref), hops + 1), ...beside };
  }

  function enter(node: Json | undefined): ReturnType<Refs['enter']> {
    const ref = isJsonObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
    const nesting = ref === undefined ? 0 : (inside.get(ref) ?? 0);
    if (nodes >= maxNodes || depth >= maxDepth || nesting >= maxNesting) return undefined;
    nodes += 1;
    depth += 1;
    if (ref !== undefined) inside.set(ref, nesting + 1);
    const leave = (): void => {
      depth -= 1;
      if (ref !== undefined) inside.set(ref, nesting);
    };
    return { schema: follow(node), leave };
  }

  return { enter, follow: (node) => follow(node) };
}

/** RFC 6901; references in schemas are URI fragments, so `%` escapes occur too. */
function unescapeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
