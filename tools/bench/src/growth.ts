/** `node tools/bench/src/growth.ts [--rounds=<n>]`: what grows and what does not, and more than one core; see docs/performance.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged, serviceBundles } from '@palimpsest/launcher';
import type { Ground } from './contestants/contestant.ts';
import { startUpstream } from './contestants/upstream.ts';
import { changesUnderLoad } from './growth/changes-under-load.ts';
import { largeStarts } from './growth/large-starts.ts';
import { moreCores } from './growth/more-cores.ts';
import type { GrowthFigures } from './growth/report/growth-figures.ts';
import { growthMarkdown } from './growth/report/growth-markdown.ts';
import { runRounds } from './growth/run-rounds.ts';
import { startSubjects } from './growth/start-subjects.ts';
import { startSubject } from './growth/subject.ts';
import { shareCores } from './measure/cores.ts';
import { describeMachine } from './measure/machine.ts';
import { orExit, readOptions } from './options.ts';
import { workFolder } from './work-folder.ts';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.cache/bench');
/** No round begins later than this, so that the whole ends within ten minutes. */
const roundsWithinMs = 330_000;

const say = (line: string): void => console.log(line);
const startedAt = performance.now();
const { rounds } = orExit(readOptions(process.argv.slice(2)));
mkdirSync(cache, { recursive: true });
const machine = describeMachine(root);
if (buildWhenChanged(root, [serviceBundles], say) !== undefined) process.exit(1);
const dist = join(root, 'dist');
const folder = workFolder('growth');

// More than one core first, while nothing else is there; nobody is pinned.
const anywhere: Ground['cores'] = { measured: undefined, others: undefined };
const free: Ground = { upstream: await startUpstream(undefined, folder), cores: anywhere, folder };
say('one and two workers');
const shared = await startSubject('workers', dist, free, ['plain']);
const workers = await moreCores(shared, 3);
await shared.close();
await free.upstream.stop();

const cores = shareCores();
if (cores.measured === undefined) say('one core, or no taskset: nothing is pinned');
const ground: Ground = { upstream: await startUpstream(cores.others, folder), cores, folder };
const subjects = await startSubjects(dist, ground, say);
const turns = await runRounds(subjects, rounds, startedAt + roundsWithinMs, say);
for (const name of ['few', 'sessions', 'log'] as const) await subjects[name].close();
say('starts with a large configuration');
const starts = await largeStarts(subjects.users);
say('changes under load');
const changes = await changesUnderLoad(subjects.users);
await subjects.users.close();
await ground.upstream.stop();

const figures: GrowthFigures = { machine, turns, starts, changes, workers };
writeFileSync(join(cache, 'growth.json'), JSON.stringify(figures, undefined, 1));
const markdown = growthMarkdown(figures);
writeFileSync(join(cache, 'growth.md'), `${markdown}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
say(`\n${markdown}\n\nin .cache/bench/growth.json and .cache/bench/growth.md, after ${seconds} s`);
