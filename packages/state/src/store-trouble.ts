import { keyspace, type RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { probeStore } from './scripts.gen.ts';
import { isStoreUnavailable } from './store-unavailable.ts';
import { usagePartitions } from './usage-partition.ts';

/**
 * By how the error of Redis begins (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors): what an operator should
 * know.
 */
const troubles: Readonly<Record<string, string>> = {
  MISCONF: 'Redis cannot write to its disk and refuses what is written (MISCONF): is the disk full?',
  OOM: 'Redis has used up its memory (maxmemory) and refuses what is written (OOM)',
  READONLY: 'this Redis is a replica and refuses what is written (READONLY)',
  NOREPLICAS: 'Redis has too few replicas in step and refuses what is written (NOREPLICAS)',
  LOADING: 'Redis is still loading its data (LOADING)',
  CLUSTERDOWN: 'the Redis Cluster does not serve all of its slots (CLUSTERDOWN)',
  MASTERDOWN: 'Redis has lost its master (MASTERDOWN)',
};
const silent = 'Redis does not answer in time';
const keptMs = 60_000;

/** Why usage cannot be written down just now, as one sentence for an operator; `undefined` where it can. */
export const usageTrouble = (redis: RedisClient): Promise<string | undefined> =>
  troubleWith(redis, usagePartitions.map(keyspace.usageProbe));

/** The same of what operators enter. */
export const registryTrouble = (redis: RedisClient): Promise<string | undefined> =>
  troubleWith(redis, [keyspace.registryProbe()]);

async function troubleWith(redis: RedisClient, probes: readonly RedisKey[]): Promise<string | undefined> {
  try {
    await Promise.all(probes.map((probe) => probeStore(redis, { probe }, { keptMs })));
    return undefined;
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    const { message } = error as Error;
    const sign = Object.keys(troubles).find((name) => message.includes(`${name} `));
    return (sign && troubles[sign]) ?? silent;
  }
}
