/**
 * A map that never changes: `with` and `without` make another one that shares all but the touched part. With a hundred thousand
 * entries a change copies some hundred of them, so that requests are not held up while the configuration changes under them.
 */
export type PersistentMap<Value> = {
  readonly size: number;
  readonly get: (key: string) => Value | undefined;
  readonly values: () => Iterable<Value>;
  readonly with: (key: string, value: Value) => PersistentMap<Value>;
  readonly without: (key: string) => PersistentMap<Value>;
};

type Shard<Value> = ReadonlyMap<string, Value>;

const shardCount = 1024;

export const emptyMap = <Value>(): PersistentMap<Value> =>
  mapOf<Value>(
    Array.from({ length: shardCount }, () => new Map()),
    0,
  );

function mapOf<Value>(shards: readonly Shard<Value>[], size: number): PersistentMap<Value> {
  const edit = (key: string, change: (shard: Map<string, Value>) => void): PersistentMap<Value> => {
    const index = shardOf(key);
    const shard = new Map(shards[index]);
    const before = shard.size;
    change(shard);
    return mapOf(shards.with(index, shard), size - before + shard.size);
  };
  const map: PersistentMap<Value> = {
    size,
    get: (key) => shards[shardOf(key)]?.get(key),
    *values() {
      for (const shard of shards) yield* shard.values();
    },
    with: (key, value) => edit(key, (shard) => shard.set(key, value)),
    without: (key) => (map.get(key) === undefined ? map : edit(key, (shard) => shard.delete(key))),
  };
  return map;
}

/** FNV-1a over the last characters: those of a ULID and of a SHA-256 are random, and names that end alike only share a shard. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, key.length - 8); at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shardCount;
}
