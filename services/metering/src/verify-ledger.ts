/**
 * Checks that the books agree, and exits with 1 where they do not. `--poison` lists the usage events that nobody could read, and
 * `--replay-poison` puts them back into the stream, for a version that can.
 */
import { parseArgs } from 'node:util';
import { loadConfig, requiredRedis, StartProblem } from '@palimpsest/runtime';
import { connectRedis, isStoreUnavailable, PoisonedEvents, type RedisClient, usagePartitions } from '@palimpsest/state';
import { reportText } from './ledger/report.ts';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { poisonText, replayAll } from './stream/poison.ts';

const patienceMs = 30_000;

async function run(redis: RedisClient): Promise<number> {
  const { values } = parseArgs({ options: { poison: { type: 'boolean' }, 'replay-poison': { type: 'boolean' } } });
  const poison = new PoisonedEvents(redis);
  if (values['replay-poison'] === true) {
    console.log(`${await replayAll(poison, usagePartitions)} entries were put back into the usage stream.`);
    return 0;
  }
  if (values.poison === true) {
    console.log(await poisonText(poison, usagePartitions));
    return 0;
  }
  const report = await verifyLedger(redis, { patienceMs });
  console.log(reportText(report));
  return report.differences.length === 0 ? 0 : 1;
}

let redis: RedisClient | undefined;
try {
  redis = connectRedis({ ...requiredRedis(loadConfig('metering')), onError: () => undefined });
  process.exitCode = await run(redis);
} catch (error) {
  if (!(error instanceof StartProblem) && !isStoreUnavailable(error)) throw error;
  console.error(error instanceof StartProblem ? error.message : 'Redis cannot be reached');
  process.exitCode = 2;
} finally {
  redis?.disconnect();
}
