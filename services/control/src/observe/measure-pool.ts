import { Gauge, type Registry } from 'prom-client';
import type { PoolFigures, Sample } from './pool-figures.ts';

/**
 * Shows how the pool stands and which alerts are open, as `read` has it at a scrape. Whoever scrapes decides how often: `read` is to keep
 * what that costs in bounds. While it has nothing, the series are away rather than old.
 */
export function measurePool(registry: Registry, read: () => Promise<PoolFigures | undefined>): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    samplesOf: (figures: PoolFigures) => readonly Sample<Record<Label, string>>[],
  ): void => {
    new Gauge({
      registers: [registry],
      name,
      help,
      labelNames,
      async collect() {
        const figures = await read();
        this.reset();
        for (const { labels, value } of figures === undefined ? [] : samplesOf(figures)) this.set(labels, value);
      },
    });
  };
  gauge(
    'palimpsest_keys',
    'Provider keys by state, as the overview counts them: one that has used up a day or month limit of its operator is exhausted.',
    ['provider', 'state'],
    ({ keys }) => keys,
  );
  gauge(
    'palimpsest_capacity_left_ratio',
    'Share that is left of the day and month limits of enabled keys, 0 to 1, a quota group counted once; none without such limits.',
    ['provider', 'metric'],
    ({ capacity }) => capacity,
  );
  gauge(
    'palimpsest_vendors_stopped',
    'Vendors at which attempts are stopped now, because several keys met the same trouble there; of capacity, those with such a model.',
    ['provider', 'trouble'],
    ({ stopped }) => stopped,
  );
  gauge('palimpsest_alerts_open', 'Alerts that are open, acknowledged or not.', ['kind'], ({ alerts }) => alerts);
}
