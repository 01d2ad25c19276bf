/**
 * `rotate rekey` gives control a new master key while the gateway runs, and nothing has to be entered again. `rotate rotate-secrets` does not
 * keep what was sealed under the old one; it asks first, unless `--confirmed` is given. Exits with 1 where it was refused, with 2 where it
 * could not begin.
 */
import { parseArgs } from 'node:util';
import { loadConfig, requiredRedis, StartProblem } from '@palimpsest/runtime';
import {
  connectRedis,
  isStoreUnavailable,
  MasterKeys,
  type RedisClient,
  Registry,
  SessionActivity,
  Sessions,
  usagePartitions,
} from '@palimpsest/state';
import type { ControlRecords } from './registry-records.ts';
import { confirm } from './rotation/confirm.ts';
import { explainOutcome } from './rotation/explain-outcome.ts';
import { keyPlace } from './rotation/key-place.ts';
import { rekey } from './rotation/rekey.ts';
import { rotateSecrets } from './rotation/rotate-secrets.ts';

const question = `Every provider key must be entered again, webhooks must be made anew, and stored sessions and answers are gone. Users,
gateway keys, usage and audit stay. (make rekey changes the master key and keeps everything.) Type yes to go on: `;

let redis: RedisClient | undefined;
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { confirmed: { type: 'boolean' } } });
  const [command] = positionals;
  if (command !== 'rekey' && command !== 'rotate-secrets')
    throw new StartProblem('rotate <command>: allowed: rekey, rotate-secrets');
  const config = loadConfig('control');
  if (command === 'rekey' || values.confirmed === true || (await confirm(question, process.stdin, process.stdout))) {
    redis = connectRedis({ ...requiredRedis(config), onError: () => undefined });
    const place = keyPlace(config);
    const parts = {
      registry: new Registry<ControlRecords>(redis),
      masterKeys: new MasterKeys(redis),
      sessions: { activity: new SessionActivity(redis, usagePartitions), turns: new Sessions(redis) },
      place,
    };
    const outcome = await (command === 'rekey' ? rekey(parts) : rotateSecrets(parts));
    console.log(explainOutcome(command, place, outcome));
    process.exitCode = outcome.outcome === 'done' ? 0 : 1;
  } else {
    console.log('\nNothing was changed. CONFIRM=yes answers the question beforehand.');
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof StartProblem) && !isStoreUnavailable(error)) throw error;
  console.error(
    error instanceof StartProblem
      ? error.message
      : 'Redis does not answer. Nothing is lost by that: run it again once it does.',
  );
  process.exitCode = 2;
} finally {
  redis?.disconnect();
}
