import type { KeyRef } from './key-words.ts';
import { keyspace, type RedisKey } from './keyspace.ts';
import { rememberedKeys } from './remembered-keys.ts';

type Part = 'counters' | 'reservations' | 'leases' | 'swept' | 'marks' | 'state' | 'models' | 'learned';

/** The Redis keys of one provider key, by the names that the Lua functions give them. All share the quota tag. */
export const keysOf = ({ tag, key }: KeyRef): Record<Part, RedisKey> => keysUnder(tag)(key);

const keysUnder = rememberedKeys((tag: string) =>
  rememberedKeys((key: KeyRef['key']) => ({
    counters: keyspace.keyCounters(tag),
    reservations: keyspace.keyReservations(tag),
    leases: keyspace.keyLeases(tag),
    swept: keyspace.keySwept(tag),
    marks: keyspace.keyMarks(tag),
    state: keyspace.keyState(tag, key),
    models: keyspace.keyModels(tag, key),
    learned: keyspace.keyLearned(tag),
  })),
);
