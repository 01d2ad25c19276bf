import { type Load, loads } from '../rounds/sample.ts';
import type { Turn } from '../rounds/take-turn.ts';
import { column, cpuUs, p50Ms, p99Ms, perSecond } from './columns.ts';
import type { Figures } from './figures.ts';
import { median, ratios } from './statistics.ts';
import { introductionOf, number, table, verdictTable } from './tables.ts';
import { verdictsOf } from './verdicts.ts';

const titles: Readonly<Record<Load, string>> = {
  plain: 'Plain answers of 1 KB, 64 callers',
  session: 'The same in sessions',
  stream: 'Streams of 60 events, 64 callers',
  rate: 'Plain answers at 500 requests a second',
};

/** A run of the bench as tables to read. */
export function markdownOf(figures: Figures): string {
  const { machine, turns } = figures;
  const rounds = Math.max(...Object.values(turns).map(({ length }) => length));
  const foreign = Object.values(turns).flatMap((of) => column(of, 'plain', (sample) => sample.foreignShare));
  const introduction = [
    ...introductionOf(machine),
    `${rounds} rounds; other programs took ${(median(foreign.filter(Number.isFinite)) * 100).toFixed(0)} % of a core (median of the windows).`,
  ].join('\n');
  const hasVerdicts = turns['bare node:http'] !== undefined;
  return [
    introduction,
    ...(hasVerdicts ? ['### Targets', verdictTable(verdictsOf(figures))] : []),
    ...loads.flatMap((load) => [`### ${titles[load]}`, loadTable(turns, load)]),
    ...(turns.base === undefined ? [] : ['### Against the base', baseTable(turns.gateway ?? [], turns.base)]),
  ].join('\n\n');
}

function loadTable(turns: Figures['turns'], load: Load): string {
  const bare = turns['bare node:http'] ?? [];
  const rows = Object.entries(turns)
    .filter(([, of]) => of.some(({ samples }) => samples[load] !== undefined))
    .map(([name, of]) => {
      const others = ['redis', 'metering'].map((other) => median(column(of, load, (sample) => sample.cpuUs[other])));
      return [
        name,
        number(median(column(of, load, perSecond)), 0),
        number(median(column(of, load, cpuUs)), 1),
        number(ratios(column(of, load, cpuUs), column(bare, load, cpuUs)).median, 2),
        number(median(column(of, load, p50Ms)), 2),
        number(median(column(of, load, p99Ms)), 2),
        ...others.map((us) => number(us, 1)),
      ];
    });
  return table(
    ['contestant', 'requests/s', 'CPU us/request', '× bare', 'p50 ms', 'p99 ms', 'Redis us', 'metering us'],
    rows,
  );
}

function baseTable(now: readonly Turn[], base: readonly Turn[]): string {
  const rows = loads.map((load) => {
    const cpu = ratios(column(now, load, cpuUs), column(base, load, cpuUs));
    const speed = ratios(column(now, load, perSecond), column(base, load, perSecond));
    return [
      titles[load],
      `${number(cpu.median, 3)} (${number(cpu.least, 2)} to ${number(cpu.most, 2)})`,
      number(speed.median, 3),
    ];
  });
  return table(['load', 'CPU per request, × base', 'requests/s, × base'], rows);
}
