/** `node tools/bench/src/main.ts [--base=<commit>] [--pair-only] [--rounds=<n>]`: see docs/performance.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged, serviceBundles } from '@palimpsest/launcher';
import { buildBase } from './contestants/build-base.ts';
import type { Contestant, Ground } from './contestants/contestant.ts';
import { gateway } from './contestants/gateway.ts';
import { passThrough } from './contestants/pass-through.ts';
import { installPortkey, portkey } from './contestants/portkey.ts';
import { startUpstream, upstreamAlone } from './contestants/upstream.ts';
import { measureExtras } from './extras/measure-extras.ts';
import { shareCores } from './measure/cores.ts';
import { describeMachine } from './measure/machine.ts';
import { orExit, readOptions } from './options.ts';
import type { Figures } from './report/figures.ts';
import { markdownOf } from './report/markdown.ts';
import { runRounds } from './rounds/run-rounds.ts';
import { workFolder } from './work-folder.ts';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.cache/bench');
const plan = { windowMs: 2500, quietShare: 0.12 };
/** No round begins later than this, so that the whole ends within ten minutes. */
const roundsWithinMs = 360_000;

const say = (line: string): void => console.log(line);
const startedAt = performance.now();
const { base, rounds, pairOnly } = orExit(readOptions(process.argv.slice(2)));
mkdirSync(cache, { recursive: true });
const machine = describeMachine(root);
if (buildWhenChanged(root, [serviceBundles], say) !== undefined) process.exit(1);
const baseDist = base === undefined ? undefined : buildBase(base, root, cache, say);
const portkeyProgram = pairOnly ? undefined : installPortkey(cache, say);

const folder = workFolder('bench');
const cores = shareCores();
if (cores.measured === undefined) say('one core, or no taskset: nothing is pinned');
const ground: Ground = { upstream: await startUpstream(cores.others, folder), cores, folder };
const ours = await gateway('gateway', join(root, 'dist'), ground);
const contestants: Contestant[] = [
  ...(pairOnly
    ? []
    : [upstreamAlone(ground.upstream), passThrough('node:http', ground), passThrough('undici', ground)]),
  ours,
  ...(baseDist === undefined ? [] : [await gateway('base', baseDist, ground)]),
  ...(portkeyProgram === undefined ? [] : [portkey(portkeyProgram, ground)]),
];
const turns = await runRounds(contestants, rounds, startedAt + roundsWithinMs, plan, say);
const extras = pairOnly ? undefined : await measureExtras(ours, ground.upstream, say);
for (const contestant of contestants) await contestant.close();
await ground.upstream.stop();

const figures: Figures = { machine, turns: Object.fromEntries(turns), ...(extras === undefined ? {} : { extras }) };
writeFileSync(join(cache, 'bench.json'), JSON.stringify(figures, undefined, 1));
const markdown = markdownOf(figures);
writeFileSync(join(cache, 'bench.md'), `${markdown}\n`);
say(
  `\n${markdown}\n\nin .cache/bench/bench.json and .cache/bench/bench.md, after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
