import type { UsageEvent } from '@palimpsest/domain';
import { type Logger, repeat } from '@palimpsest/runtime';
import { AlertLog, type KeyPool, type RedisClient, Registry, type UsageSums, usagePartitions } from '@palimpsest/state';
import type { MeteringMetrics } from '../metrics.ts';
import { atMostEvery } from '../stream/at-most-every.ts';
import { type KnownRecords, pricedNow } from './known-records.ts';
import { type AlertParts, alertRound, observe } from './rounds.ts';
import { createUnpricedAlert, type UnpricedUse, unpricedFinding } from './unpriced.ts';

export type AlertOptions = {
  readonly redis: RedisClient;
  readonly pool: Pick<KeyPool, 'read'>;
  readonly sums: Pick<UsageSums, 'pulse'>;
  readonly metrics: Pick<MeteringMetrics, 'alerts'>;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Milliseconds between two looks at the rules, over all replicas. */
  readonly everyMs?: number | undefined;
};

export type Alerts = {
  /** Looks at an event for what wants an operator; never throws. */
  readonly see: (event: UsageEvent) => void;
  stop(): Promise<void>;
};

const usualMs = 10_000;
const sayAgainMs = 60_000;

/** Looks at the rules again and again, and at every event for models without a price. Of several replicas one does a round. */
export function startAlerts({ redis, pool, sums, metrics, logger, everyMs = usualMs }: AlertOptions): Alerts {
  const alerts = new AlertLog(redis);
  const registry = new Registry<KnownRecords>(redis);
  const onError = atMostEvery(sayAgainMs, (err: unknown) => logger.warn({ err }, 'alerts cannot be looked at now'));
  const onChange: AlertParts['onChange'] = (outcome, { kind, target, message }) => {
    metrics.alerts.inc({ kind, change: outcome });
    if (outcome === 'ended') logger.info({ kind, target }, 'alert ended');
    else if (outcome === 'raised') logger.warn({ kind, target }, message);
    else logger.warn({ kind, target }, 'too many alerts are open: this one is not raised');
  };
  const parts = { alerts, registry, pool, sums, partitions: usagePartitions, onChange };

  const telling = new Set<Promise<void>>();
  const tell = async ({ key, provider, vendor, model }: UnpricedUse): Promise<void> => {
    const known = vendor ?? (await registry.get('provider-keys', key))?.value.vendor;
    const target = { provider, vendor: known ?? '', model };
    // An event from before its model got a price may come late.
    if ((await pricedNow(registry, [target], Date.now())).length === 0)
      await observe(parts, unpricedFinding(target), true);
  };
  const unpriced = createUnpricedAlert((use) => {
    const told = tell(use)
      .catch(onError)
      .finally(() => telling.delete(told));
    telling.add(told);
  });

  const round = async (): Promise<void> => {
    unpriced.forget();
    // A little shorter than the pause, so that the one replica there may be does not wait for its own claim.
    if (await alerts.claimRound(Math.ceil(everyMs * 0.9))) await alertRound(parts, Date.now());
  };
  const rounds = repeat(everyMs, round, onError);
  return {
    see: unpriced.see,
    async stop() {
      await rounds.stop();
      await Promise.all(telling);
    },
  };
}
