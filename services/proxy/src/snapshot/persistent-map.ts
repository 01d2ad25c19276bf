/**
 * A map that never changes: `with` and `without` make another one that shares all but the touched part. Of a hundred thousand
 * entries a change copies a few hundred references, so that requests are not held up while the configuration changes under them.
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

type Bucket<Value> = readonly (readonly [key: string, value: Value])[];
type Branch<Value> = readonly (Bucket<Value> | undefined)[];
type Root<Value> = readonly (Branch<Value> | undefined)[];

/** Two levels of this many: 65,536 buckets, of which most have one entry or none. */
const width = 256;
const bare: readonly undefined[] = Array.from({ length: width }, () => undefined);
const none: Bucket<never> = [];

export const emptyMap = <Value>(): PersistentMap<Value> => mapOf<Value>(bare, 0);

function mapOf<Value>(root: Root<Value>, size: number): PersistentMap<Value> {
  const edited = (key: string, added: Bucket<Value>): PersistentMap<Value> => {
    const hash = hashOf(key);
    const before = bucketOf(root, hash);
    const after = [...before.filter(([other]) => other !== key), ...added];
    const branch: Branch<Value> = root[hash >>> 8] ?? bare;
    return mapOf(root.with(hash >>> 8, branch.with(hash & 0xff, after)), size + after.length - before.length);
  };
  const map: PersistentMap<Value> = {
    size,
    get: (key) => valueIn(root, key),
    values: () => valuesOf(root),
    with: (key, value) => edited(key, [[key, value]]),
    without: (key) => edited(key, none),
    sealed: () => map,
  };
  return map;
}

/**
 * A map in the making, for whoever reads a whole configuration: until it is `sealed`, which ends its use, `with` and `without` change it in
 * place. A hundred thousand entries one by one would otherwise copy a gigabyte of references.
 */
export function draftMap<Value>(): PersistentMap<Value> {
  const root: ((Bucket<Value> | undefined)[] | undefined)[] = [...bare];
  let size = 0;
  const edit = (key: string, added: Bucket<Value>): PersistentMap<Value> => {
    const hash = hashOf(key);
    const before = bucketOf(root, hash);
    const after = before === none ? added : [...before.filter(([other]) => other !== key), ...added];
    const branch = root[hash >>> 8] ?? [...bare];
    branch[hash & 0xff] = after;
    root[hash >>> 8] = branch;
    size += after.length - before.length;
    return draft;
  };
  const draft: PersistentMap<Value> = {
    get size() {
      return size;
    },
    get: (key) => valueIn(root, key),
    values: () => valuesOf(root),
    with: (key, value) => edit(key, [[key, value]]),
    without: (key) => edit(key, none),
    sealed: () => mapOf(root, size),
  };
  return draft;
}

const bucketOf = <Value>(root: Root<Value>, hash: number): Bucket<Value> => root[hash >>> 8]?.[hash & 0xff] ?? none;

function valueIn<Value>(root: Root<Value>, key: string): Value | undefined {
  for (const entry of bucketOf(root, hashOf(key))) if (entry[0] === key) return entry[1];
  return undefined;
}

function* valuesOf<Value>(root: Root<Value>): Generator<Value> {
  for (const branch of root) for (const bucket of branch ?? []) for (const [, value] of bucket ?? []) yield value;
}

/** FNV-1a folded to 16 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
