declare const brand: unique symbol;

/** A key of the keyspace. Functions of this package take nothing else. */
export type RedisKey = string & { readonly [brand]: 'RedisKey' };

/** All keys of one purpose: makes them, and says what they are for docs/redis.md. */
export type Family<Ids extends readonly string[]> = {
  (...ids: Ids): RedisKey;
  readonly pattern: string;
  readonly type: 'string' | 'hash' | 'list' | 'zset' | 'stream';
  readonly lifetime: string;
  readonly writers: string;
  readonly purpose: string;
};

/** For the keyspace alone. What stands in angle brackets is filled in from the ids, in their order. */
export function family<Ids extends readonly string[]>(
  type: Family<Ids>['type'],
  pattern: string,
  lifetime: string,
  writers: string,
  purpose: string,
): Family<Ids> {
  const [first = '', ...rest] = `pgw:v1:${pattern}`.split(/<[^>]+>/);
  const make = (...ids: Ids): RedisKey =>
    rest.reduce((key, part, index) => `${key}${ids[index] ?? ''}${part}`, first) as RedisKey;
  return Object.assign(make, { pattern: `pgw:v1:${pattern}`, type, lifetime, writers, purpose });
}

/** What stands in the key's braces, and decides its slot in a cluster. */
export const hashTag = (key: RedisKey): string => key.slice(key.indexOf('{') + 1, key.indexOf('}'));
