import type { Remaining } from './key-state.ts';
import { isCap, type Limit, limitAmount, limitName } from './limit.ts';
import { type ProviderKey, quotaTag } from './provider-key.ts';

/** A key with its group's limits (`withGroupLimits`), and what is left of them. */
type CappedKey = {
  readonly key: Pick<ProviderKey, 'id' | 'quotaGroup' | 'limits'>;
  readonly standing: { readonly remaining: readonly Remaining[] };
};

/** What day and month limits may be on. */
export const capMetrics = ['requests', 'tokens', 'cost'] as const;
export type CapMetric = (typeof capMetrics)[number];

/** What is left under day and month limits, and what these limits allow: requests, tokens, or nano-USD. */
export type CapsLeft = { readonly left: number; readonly amount: number };

/**
 * Whether nothing is left of a day or month limit, on requests, tokens or cost: until its period ends the key takes no call. A limit on some
 * models leaves the others.
 */
export const isSpent = ({ key, standing }: CappedKey): boolean =>
  key.limits.some(
    (limit) => isCap(limit) && limit.models === undefined && (leftOf(limit, standing.remaining) ?? 1) <= 0,
  );

/** What keys have left together of their limits on one metric; `undefined` where none has one. Keys of a quota group drain one bucket, which counts once. */
export function capsLeft(keys: readonly CappedKey[], metric: CapMetric = 'requests'): CapsLeft | undefined {
  const byTag = new Map<string, CapsLeft>();
  for (const { key, standing } of keys) {
    const cap = tightestCap(key.limits, standing.remaining, metric);
    const tag = quotaTag(key);
    if (cap !== undefined && cap.left <= (byTag.get(tag)?.left ?? cap.left)) byTag.set(tag, cap);
  }
  if (byTag.size === 0) return undefined;
  const sum = (figure: keyof CapsLeft) => [...byTag.values()].reduce((total, cap) => total + cap[figure], 0);
  return { left: sum('left'), amount: sum('amount') };
}

function tightestCap(
  limits: readonly Limit[],
  remaining: readonly Remaining[],
  metric: CapMetric,
): CapsLeft | undefined {
  let tightest: CapsLeft | undefined;
  for (const limit of limits) {
    if (limit.metric !== metric || !isCap(limit)) continue;
    const left = leftOf(limit, remaining);
    if (left !== undefined && (tightest === undefined || left < tightest.left))
      tightest = { left, amount: limitAmount(limit) };
  }
  return tightest;
}

const leftOf = (limit: Limit, remaining: readonly Remaining[]): number | undefined =>
  remaining.find(({ limit: name }) => name === limitName(limit))?.remaining;
