/**
 * `rotate-and-die <rekey|rotate-secrets> <n>`: makes a rotation and kills itself, as `kill -9` would, after its n-th step. Writes the names of
 * the steps that it came to. For tests of what is left then.
 */
import { writeSync } from 'node:fs';
import { loadConfig, requiredRedis } from '@palimpsest/runtime';
import { connectRedis, MasterKeys, Registry, SessionActivity, Sessions, usagePartitions } from '@palimpsest/state';
import type { ControlRecords } from '../registry-records.ts';
import { keyPlace } from '../rotation/key-place.ts';
import { rekey } from '../rotation/rekey.ts';
import { rotateSecrets } from '../rotation/rotate-secrets.ts';
import { shortTimes } from './rotation-scene.ts';

const [command, last] = process.argv.slice(2);
const config = loadConfig('control');
const redis = connectRedis({ ...requiredRedis(config), onError: () => undefined });
let steps = 0;
const rotate = command === 'rekey' ? rekey : rotateSecrets;
await rotate({
  registry: new Registry<ControlRecords>(redis),
  masterKeys: new MasterKeys(redis),
  sessions: { activity: new SessionActivity(redis, usagePartitions), turns: new Sessions(redis) },
  place: keyPlace(config),
  times: shortTimes,
  onStep(step) {
    steps += 1;
    // Not through a buffer that dies with the process.
    writeSync(1, `${step}\n`);
    if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
redis.disconnect();
