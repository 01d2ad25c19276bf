import { column, cpuUs, p50Ms, p99Ms, perSecond } from './columns.ts';
import type { Figures } from './figures.ts';
import { ratios, type Spread, spreadOf } from './statistics.ts';
import { atLeast, atMost, type Verdict } from './verdict.ts';

/** The targets of the product, each against what this run measured. */
export function verdictsOf({ turns, extras }: Figures): readonly Verdict[] {
  const of = (name: string) => turns[name] ?? [];
  const [gateway, bare, alone] = [of('gateway'), of('bare node:http'), of('upstream alone')];
  const portkey = Object.entries(turns).find(([name]) => name.startsWith('Portkey'))?.[1] ?? [];
  const against = (other: typeof bare, load: 'plain' | 'stream', figure: typeof cpuUs): Spread =>
    ratios(column(gateway, load, figure), column(other, load, figure));
  const added = (figure: typeof p50Ms): Spread => {
    const base = column(alone, 'rate', figure);
    return spreadOf(column(gateway, 'rate', figure).map((ms, round) => ms - (base[round] ?? Number.NaN)));
  };
  const rows = [
    atMost('plain: CPU per request', against(bare, 'plain', cpuUs), 1.15, '× bare'),
    atLeast('plain: throughput', against(bare, 'plain', perSecond), 0.8, '× bare'),
    atMost('stream: CPU per request', against(bare, 'stream', cpuUs), 1, '× bare'),
    atMost('added latency at 500/s, p50', added(p50Ms), 0.4, 'ms'),
    atMost('added latency at 500/s, p99', added(p99Ms), 4, 'ms'),
    atMost('memory, idle', spreadOf(gateway.map(({ idleMb = 0 }) => idleMb)), 120, 'MB', 0),
    atMost('memory, at saturation', spreadOf(gateway.map(({ mostMb = 0 }) => mostMb)), 300, 'MB', 0),
    atMost('start of a proxy to ready', spreadOf(gateway.map(({ readyMs }) => readyMs)), 1000, 'ms', 0),
  ];
  if (portkey.length > 0)
    rows.splice(
      2,
      0,
      atLeast('plain: throughput', against(portkey, 'plain', perSecond), 5, '× Portkey'),
      atLeast('stream: throughput', against(portkey, 'stream', perSecond), 4.5, '× Portkey'),
    );
  return extras === undefined ? rows : [...rows, ...extraRows(extras)];
}

function extraRows({ pool: [small, large], stalled, failover }: NonNullable<Figures['extras']>): Verdict[] {
  const one = (value: number): Spread => spreadOf([value]);
  const redisUs = small?.redisUs ?? Number.NaN;
  const grown = (figure: 'redisUs' | 'proxyUs'): number =>
    (large?.[figure] ?? Number.NaN) / (small?.[figure] ?? Number.NaN);
  return [
    atMost('Redis CPU per request', one(redisUs), 25, 'us', 1),
    atMost('Redis CPU, 1000 keys in the pool against 10', one(grown('redisUs')), 1.2, '×'),
    atMost('proxy CPU, 1000 keys in the pool against 10', one(grown('proxyUs')), 1.2, '×'),
    ...stalledRows(stalled),
    {
      target: 'streams that stalled and were completed',
      limit: 'all',
      measured: stalled.map(({ completed, streams }) => `${completed} of ${streams}`).join(', '),
      met: stalled.every(({ completed, streams }) => completed === streams),
    },
    atMost('failover, refusal to next attempt, p99', one(failover.p99Ms), 5, 'ms'),
  ];
}

function stalledRows([short, long]: NonNullable<Figures['extras']>['stalled']): Verdict[] {
  if (short === undefined) return [];
  const rows = [
    atMost('memory per stalled stream, collected', spreadOf([short.perStreamKb]), 30, 'KB', 1),
    atMost('the same with the garbage of the burst', spreadOf([short.withGarbageKb]), 30, 'KB', 1),
  ];
  if (long === undefined) return rows;
  const held = (long.heldPerStreamKb - short.heldPerStreamKb) / (long.textKb - short.textKb);
  return [...rows, atMost('held of a stalled stream', spreadOf([held]), 3, '× its text', 1)];
}
