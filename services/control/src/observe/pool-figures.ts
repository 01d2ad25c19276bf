import {
  type AlertKind,
  alertKinds,
  type CapMetric,
  capMetrics,
  capsLeft,
  type KeyStateName,
  keyStateNames,
  type ProviderName,
  providerNames,
} from '@palimpsest/domain';
import { type AlertLog, type VendorHealth, type VendorTrouble, vendorTroubles } from '@palimpsest/state';
import { type PoolKey, type PoolParts, readPool } from '../provider-keys/read-pool.ts';

export type PoolFigureParts = PoolParts & {
  readonly health: Pick<VendorHealth, 'read'>;
  readonly alerts: Pick<AlertLog, 'open'>;
};

/** A number, and what it is of. The labels come from closed sets, so that there are never more than these. */
export type Sample<Labels> = { readonly labels: Labels; readonly value: number };

export type PoolFigures = {
  readonly keys: readonly Sample<{ readonly provider: ProviderName; readonly state: KeyStateName }>[];
  /** Shares from 0 to 1; of what has no caps there is none. */
  readonly capacity: readonly Sample<{ readonly provider: ProviderName; readonly metric: CapMetric }>[];
  readonly stopped: readonly Sample<{ readonly provider: ProviderName; readonly trouble: VendorTrouble }>[];
  readonly alerts: readonly Sample<{ readonly kind: AlertKind }>[];
};

/** How the pool stands now, by provider. */
export async function readPoolFigures(parts: PoolFigureParts): Promise<PoolFigures> {
  const [pool, open] = await Promise.all([readPool(parts), parts.alerts.open()]);
  const stopsOf = await runningStops(parts.health, pool);
  const figuresOf = (provider: ProviderName) => {
    const own = pool.filter(({ key }) => key.provider === provider);
    const vendors = [...new Set(own.map(({ key }) => key.vendor))];
    return {
      keys: keyStateNames.map((state) => ({
        labels: { provider, state },
        value: own.filter((one) => one.state === state).length,
      })),
      capacity: capMetrics.flatMap((metric) => {
        const caps = capsLeft(
          own.filter(({ key }) => key.enabled),
          metric,
        );
        return caps === undefined || caps.amount === 0
          ? []
          : [{ labels: { provider, metric }, value: Math.max(0, caps.left / caps.amount) }];
      }),
      stopped: vendorTroubles.map((trouble) => ({
        labels: { provider, trouble },
        value: vendors.filter((vendor) => stopsOf.get(vendor)?.has(trouble)).length,
      })),
    };
  };
  const all = providerNames.map(figuresOf);
  return {
    keys: all.flatMap(({ keys }) => keys),
    capacity: all.flatMap(({ capacity }) => capacity),
    stopped: all.flatMap(({ stopped }) => stopped),
    alerts: alertKinds.map((kind) => ({
      labels: { kind },
      value: open.filter((alert) => alert.kind === kind).length,
    })),
  };
}

/** By vendor the troubles for which attempts are stopped there now; a stop that is over may still be noted. */
async function runningStops(health: PoolFigureParts['health'], pool: readonly PoolKey[]) {
  const vendors = [...new Set(pool.map(({ key }) => key.vendor))];
  const nowMs = pool[0]?.standing.nowMs ?? 0;
  const stops = await health.read(vendors);
  return new Map(
    vendors.map((vendor, index) => [
      vendor,
      new Set((stops[index] ?? []).filter(({ untilMs }) => untilMs > nowMs).map(({ trouble }) => trouble)),
    ]),
  );
}
