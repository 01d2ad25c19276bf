/**
 * A map that never changes: `with` and `without` make another one that shares all but the touched part. Of a hundred thousand
 * entries a change copies some two dozen, so that requests are not held up while the configuration changes under them.
 */
export type PersistentMap<Value> = {
  readonly size: number;
  readonly get: (key: string) => Value | undefined;
  readonly values: () => Iterable<Value>;
  readonly with: (key: string, value: Value) => PersistentMap<Value>;
  readonly without: (key: string) => PersistentMap<Value>;
  /** The map for everybody to see; of one that never changes, itself. */
  readonly sealed: () => PersistentMap<Value>;
};

type Leaf<Value> = ReadonlyMap<string, Value>;
type Branch<Value> = readonly (Leaf<Value> | undefined)[];
type Root<Value> = readonly (Branch<Value> | undefined)[];

/** Two levels of this many: 4,096 leaves, each a small map of the language's own. */
const width = 64;
const bare: readonly undefined[] = Array.from({ length: width }, () => undefined);

export const emptyMap = <Value>(): PersistentMap<Value> => mapOf<Value>(bare, 0);

function mapOf<Value>(root: Root<Value>, size: number): PersistentMap<Value> {
  const withLeaf = (key: string, leaf: Leaf<Value>, grown: number): PersistentMap<Value> => {
    const place = placeOf(key);
    const branch: Branch<Value> = root[outer(place)] ?? bare;
    return mapOf(root.with(outer(place), branch.with(inner(place), leaf)), size + grown);
  };
  const map: PersistentMap<Value> = {
    size,
    get: (key) => leafOf(root, key)?.get(key),
    values: () => valuesOf(root),
    with(key, value) {
      const before = leafOf(root, key);
      const after = new Map(before).set(key, value);
      return withLeaf(key, after, after.size - (before?.size ?? 0));
    },
    without(key) {
      const before = leafOf(root, key);
      if (before?.has(key) !== true) return map;
      const after = new Map(before);
      after.delete(key);
      return withLeaf(key, after, -1);
    },
    sealed: () => map,
  };
  return map;
}

/**
 * A map in the making, for whoever reads a whole configuration: until it is `sealed`, which ends its use, `with` and `without` change it in
 * place.
 */
export function draftMap<Value>(): PersistentMap<Value> {
  const root: ((Map<string, Value> | undefined)[] | undefined)[] = [...bare];
  let size = 0;
  const edit = (key: string, change: (leaf: Map<string, Value>) => unknown): PersistentMap<Value> => {
    const place = placeOf(key);
    const branch = root[outer(place)] ?? [...bare];
    const leaf = branch[inner(place)] ?? new Map<string, Value>();
    root[outer(place)] = branch;
    branch[inner(place)] = leaf;
    size -= leaf.size;
    change(leaf);
    size += leaf.size;
    return draft;
  };
  const draft: PersistentMap<Value> = {
    get size() {
      return size;
    },
    get: (key) => leafOf(root, key)?.get(key),
    values: () => valuesOf(root),
    with: (key, value) => edit(key, (leaf) => leaf.set(key, value)),
    without: (key) => edit(key, (leaf) => leaf.delete(key)),
    sealed: () => mapOf(root, size),
  };
  return draft;
}

function leafOf<Value>(root: Root<Value>, key: string): Leaf<Value> | undefined {
  const place = placeOf(key);
  return root[outer(place)]?.[inner(place)];
}

function* valuesOf<Value>(root: Root<Value>): Generator<Value> {
  for (const branch of root) for (const leaf of branch ?? []) if (leaf !== undefined) yield* leaf.values();
}

/**
 * Which leaf, from the last four characters: what ids and hashes differ in is random there, and the whole of a hash would take ten times as
 * long.
 */
function placeOf(key: string): number {
  let hash = 0;
  for (let at = Math.max(0, key.length - 4); at < key.length; at += 1) hash = Math.imul(hash, 31) + key.charCodeAt(at);
  // Multiplied by the golden ratio, the upper bits depend on all of them.
  return Math.imul(hash, 0x9e3779b1) >>> 20;
}

const outer = (place: number): number => place >>> 6;
const inner = (place: number): number => place & (width - 1);
