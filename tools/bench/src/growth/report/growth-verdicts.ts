import { median, ratios, type Spread, spreadOf } from '../../report/statistics.ts';
import { atLeast, atMost, type Verdict } from '../../report/verdict.ts';
import { limitOf } from '../capacity.ts';
import type { CallCost } from '../cost-of-calls.ts';
import type { GrowthLoad } from '../growth-load.ts';
import { sizes } from '../sizes.ts';
import type { Subjects } from '../start-subjects.ts';
import { costColumn, costFigures } from './cost-column.ts';
import type { GrowthFigures } from './growth-figures.ts';

const grownBy = (of: keyof typeof sizes, what: string): string => `${sizes[of].many} ${what} against ${sizes[of].few}`;

/** The targets of growth, each against what this run measured. */
export function growthVerdicts(figures: GrowthFigures): readonly Verdict[] {
  const { starts, changes } = figures;
  return [
    ...grown(figures, 'users', 'plain', 'plain', `${grownBy('users', 'users')}, ten of them calling`),
    ...grown(figures, 'users', 'spread', 'plain', `${grownBy('users', 'users')}, all of them calling`),
    ...grown(figures, 'sessions', 'session', 'session', grownBy('sessions', 'sessions')),
    ...grown(figures, 'log', 'plain', 'plain', grownBy('logEntries', 'log entries')),
    atMost(
      `start of a proxy to ready, ${starts.users} users and ${starts.keys} keys`,
      spreadOf(starts.proxyMs),
      2000,
      'ms',
      0,
    ),
    atMost(
      `p99 with a change each second, ${starts.users} users`,
      ratios(
        changes.changing.map(({ p99Ms }) => p99Ms),
        changes.still.map(({ p99Ms }) => p99Ms),
      ),
      1.2,
      '× without',
    ),
    ...coreVerdicts(figures),
  ];
}

function grown(
  { turns }: GrowthFigures,
  subject: keyof Subjects,
  load: GrowthLoad,
  against: GrowthLoad,
  target: string,
): Verdict[] {
  return Object.entries(costFigures).map(([name, figure]) => {
    const spread = ratios(costColumn(turns[subject], load, figure), costColumn(turns.few, against, figure));
    return atMost(`CPU of ${name}, ${target}`, spread, 1.2, '×');
  });
}

function coreVerdicts({ workers: [one, two], machine }: GrowthFigures): Verdict[] {
  if (one === undefined || two === undefined) return [];
  const compared = (figure: (cost: CallCost) => number): Spread => ratios(two.costs.map(figure), one.costs.map(figure));
  const limit = limitOf(
    {
      redisCores: median(two.costs.map(({ redisCores }) => redisCores)),
      busyCores: median(two.costs.map(({ busyCores }) => busyCores)),
    },
    machine.cores,
  );
  const growth = compared(({ perSecond }) => perSecond);
  const speed = atLeast('throughput, 2 workers against 1', growth, 1.8, '×, or Redis is the limit');
  const told = limit === 'the workers' ? '' : `; the limit was ${limit}, not the workers`;
  return [
    { ...speed, measured: `${speed.measured}${told}`, met: speed.met || limit === 'Redis' },
    atMost('CPU of the proxy per request, 2 workers against 1', compared(costFigures.proxy), 1.1, '×'),
    atMost('CPU of Redis per request, 2 workers against 1', compared(costFigures.Redis), 1.1, '×'),
  ];
}
