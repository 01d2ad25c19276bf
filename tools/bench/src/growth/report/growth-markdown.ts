import { median } from '../../report/statistics.ts';
import { introductionOf, number, table, verdictTable } from '../../report/tables.ts';
import { limitOf, perCore, workersPerRedis } from '../capacity.ts';
import type { CallCost } from '../cost-of-calls.ts';
import type { GrowthTurn } from '../take-turn.ts';
import type { GrowthFigures } from './growth-figures.ts';
import { growthVerdicts } from './growth-verdicts.ts';

const costHead = ['requests/s', 'proxy us', 'Redis us', 'metering us', 'Redis us, booking', 'foreign %'];

/** A run of the bench of growth as tables to read. */
export const growthMarkdown = (figures: GrowthFigures): string =>
  [
    introductionOf(figures.machine).join('\n'),
    '### Targets of growth',
    verdictTable(growthVerdicts(figures)),
    '### CPU per request',
    costTable(figures),
    '### Workers',
    workerTable(figures),
    '### Large configurations',
    startTable(figures),
    '### Latency at a fixed rate, without changes and with one each second',
    changeTable(figures),
  ].join('\n\n');

const middle = (costs: readonly CallCost[], figure: (cost: CallCost) => number, digits = 0): string =>
  number(median(costs.map(figure)), digits);

const costCells = (costs: readonly CallCost[]): string[] => [
  middle(costs, ({ perSecond }) => perSecond),
  middle(costs, ({ proxyUs }) => proxyUs),
  middle(costs, ({ redisUs }) => redisUs),
  middle(costs, ({ meteringUs }) => meteringUs),
  middle(costs, ({ bookingUs }) => bookingUs),
  middle(costs, ({ foreignShare }) => foreignShare * 100),
];

function costTable({ turns }: GrowthFigures): string {
  const rows = Object.entries(turns).flatMap(([name, of]) =>
    (['plain', 'session', 'spread'] as const).flatMap((load) => {
      const costs = of.flatMap((turn) => turn.costs[load] ?? []);
      return costs.length === 0 ? [] : [[name, load, ...costCells(costs)]];
    }),
  );
  return table(['grown', 'load', ...costHead], rows);
}

function workerTable({ workers, machine }: GrowthFigures): string {
  const rows = workers.map(({ workers: count, costs }) => {
    const of = (figure: (cost: CallCost) => number): number => median(costs.map(figure));
    const cost = {
      proxyUs: of(({ proxyUs }) => proxyUs),
      redisUs: of(({ redisUs }) => redisUs),
      bookingUs: of(({ bookingUs }) => bookingUs),
      redisCores: of(({ redisCores }) => redisCores),
      busyCores: of(({ busyCores }) => busyCores),
    };
    return [
      String(count),
      ...costCells(costs),
      number(cost.redisCores, 2),
      `${number(cost.busyCores, 2)} of ${machine.cores}`,
      limitOf(cost, machine.cores),
      `${number(perCore(cost.redisUs), 0)}, ${number(perCore(cost.redisUs + cost.bookingUs), 0)} booked`,
      number(workersPerRedis(cost), 1),
    ];
  });
  const more = ['cores busy: Redis', 'all', 'limit', 'calls/s of one core of Redis', 'workers that use it up'];
  return table(['workers', ...costHead, ...more], rows);
}

function startTable({ starts, turns }: GrowthFigures): string {
  const row = (name: string, all: readonly number[], unit: string): string[] => [
    name,
    `${number(median(all), 0)} ${unit}`,
    `${number(Math.min(...all), 0)} to ${number(Math.max(...all), 0)}`,
  ];
  const of = (name: keyof GrowthFigures['turns'], figure: (turn: GrowthTurn) => number): number[] =>
    turns[name].map(figure);
  const many = `${starts.users} users, ${starts.keys} keys`;
  const [readyMs, idleMb] = [(turn: GrowthTurn) => turn.readyMs, (turn: GrowthTurn) => turn.idleMb];
  const meteringMb = (turn: GrowthTurn): number => turn.meteringMb;
  return table(
    ['figure', 'median', 'from, to'],
    [
      row(`start of control, ${many}`, starts.controlMs, 'ms'),
      row(`start of a proxy, ${many}`, starts.proxyMs, 'ms'),
      row('start of a proxy, ten of each', of('few', readyMs), 'ms'),
      row(`memory of control when ready, ${many}`, starts.controlMb, 'MB'),
      row(`memory of a proxy when ready, ${many}`, starts.proxyMb, 'MB'),
      row('memory of a proxy when ready, ten of each', of('few', idleMb), 'MB'),
      row(`most memory of metering, ${starts.users} users`, of('users', meteringMb), 'MB'),
      row('most memory of metering, ten users', of('few', meteringMb), 'MB'),
    ],
  );
}

const changeTable = ({ changes: { still, changing } }: GrowthFigures): string =>
  table(
    ['window', 'p50 ms', 'p99 ms', 'longest ms'],
    [still, changing].map((windows, place) => [
      place === 0 ? 'without' : 'with changes',
      number(median(windows.map(({ p50Ms }) => p50Ms)), 2),
      number(median(windows.map(({ p99Ms }) => p99Ms)), 2),
      number(median(windows.map(({ mostMs }) => mostMs)), 1),
    ]),
  );
