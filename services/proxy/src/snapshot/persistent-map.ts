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
};

type Bucket<Value> = readonly (readonly [key: string, value: Value])[];
type Branch<Value> = readonly (Bucket<Value> | undefined)[];

/** Two levels of this many: 65,536 buckets, of which most have one entry or none. */
const width = 256;
const bare: readonly undefined[] = Array.from({ length: width }, () => undefined);

export const emptyMap = <Value>(): PersistentMap<Value> => mapOf<Value>(bare, 0);

function mapOf<Value>(root: readonly (Branch<Value> | undefined)[], size: number): PersistentMap<Value> {
  const bucketOf = (hash: number): Bucket<Value> => root[hash >>> 8]?.[hash & 0xff] ?? [];
  const edited = (key: string, added: Bucket<Value>): PersistentMap<Value> => {
    const hash = hashOf(key);
    const before = bucketOf(hash);
    const after = [...before.filter(([other]) => other !== key), ...added];
    const branch: Branch<Value> = root[hash >>> 8] ?? bare;
    return mapOf(root.with(hash >>> 8, branch.with(hash & 0xff, after)), size + after.length - before.length);
  };
  return {
    size,
    get(key) {
      for (const [other, value] of bucketOf(hashOf(key))) if (other === key) return value;
      return undefined;
    },
    *values() {
      for (const branch of root) for (const bucket of branch ?? []) for (const [, value] of bucket ?? []) yield value;
    },
    with: (key, value) => edited(key, [[key, value]]),
    without: (key) => edited(key, []),
  };
}

/** FNV-1a folded to 16 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
