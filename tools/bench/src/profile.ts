/** `node tools/bench/src/profile.ts [plain|session|stream]`: where a proxy's time goes under a closed loop; see docs/performance.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged, serviceBundles } from '@palimpsest/launcher';
import { freePort } from '@palimpsest/testkit';
import { gateway } from './contestants/gateway.ts';
import { startUpstream } from './contestants/upstream.ts';
import { shareCores } from './measure/cores.ts';
import { orExit, readLoad } from './options.ts';
import { originsOf } from './profile/origin.ts';
import { profileWhile } from './profile/profile-while.ts';
import { type Share, summarise } from './profile/summarise.ts';
import { putLoad } from './rounds/put-load.ts';
import { warmUp } from './rounds/warm-up.ts';
import { workFolder } from './work-folder.ts';

const root = join(import.meta.dirname, '../../..');
const load = orExit(readLoad(process.argv.slice(2)));
const cache = join(root, '.cache/bench');
mkdirSync(cache, { recursive: true });
if (buildWhenChanged(root, [serviceBundles], console.log) !== undefined) process.exit(1);
const folder = workFolder('profile');
const cores = shareCores();
const upstream = await startUpstream(cores.others, folder);
const ours = await gateway('gateway', join(root, 'dist'), { upstream, cores, folder });
const inspector = await freePort();
const { child, port } = await ours.house.startProxy({ nodeOptions: [`--inspect=127.0.0.1:${inspector}`] });

const target = { port, headers: ours.headers };
await warmUp(target, [load], 20_000);
let answered = 0;
const profile = await profileWhile(inspector, async () => {
  ({ answered } = await putLoad(target, load, 6000));
});
const kept = join(cache, `proxy-${load}.cpuprofile`);
writeFileSync(kept, JSON.stringify(profile));
const { busyMs, byPackage, byFunction, withCalled } = summarise(
  profile,
  originsOf(join(root, 'dist/proxy/main.mjs'), root),
);
const table = (title: string, shares: readonly Share[], most: number): string =>
  [
    `\n${title}`,
    ...shares.slice(0, most).map(({ name, ms, share }) => {
      const us = (ms * 1000) / answered;
      return `${(share * 100).toFixed(1).padStart(6)} % ${us.toFixed(1).padStart(8)} us  ${name}`;
    }),
  ].join('\n');
const each = ((busyMs * 1000) / answered).toFixed(0);
console.log(`${load}: ${answered} calls, ${each} us each by the profiler's clock, which makes everything slower`);
console.log(table('by package, without what it called', byPackage, 40));
console.log(table('by function, without what it called', byFunction, 50));
console.log(table('our functions, with what they called before they waited', withCalled, 60));
console.log(`\nkept in ${kept}: any browser's developer tools open it`);
await child.stop();
await ours.close();
await upstream.stop();
