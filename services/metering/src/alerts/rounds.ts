import { newAlertId } from '@palimpsest/runtime';
import {
  type AlertLog,
  type AlertSubject,
  type KeyPool,
  type Observed,
  readAlertRules,
  type UsageSums,
} from '@palimpsest/state';
import { figuresSince } from '../rollups/figures-since.ts';
import { type Finding, minuteMs } from './finding.ts';
import { type KnownRegistry, pricedNow, readPool } from './known-records.ts';
import { errorRate } from './rules/error-rate.ts';
import { keyAnomalies } from './rules/key-anomaly.ts';
import { lowCapacity } from './rules/low-capacity.ts';
import { readUnpricedName, unpricedName } from './unpriced.ts';

export type AlertParts = {
  readonly alerts: AlertLog;
  readonly registry: KnownRegistry;
  readonly pool: Pick<KeyPool, 'read'>;
  readonly sums: Pick<UsageSums, 'pulse'>;
  readonly partitions: readonly string[];
  /** Told of every alert that this round raised or ended. */
  readonly onChange: (outcome: Observed, subject: AlertSubject & { readonly message: string }) => void;
};

/** Looks at every rule once: raises what is due, and ends what is over. Replicas that do it at once raise nothing twice. */
export async function alertRound(parts: AlertParts, nowMs: number): Promise<void> {
  const { alerts, registry } = parts;
  const watched = await alerts.watched();
  const rules = await readAlertRules(registry);
  const pool = rules.lowCapacity.enabled || rules.keyAnomaly.enabled ? await readPool(registry, parts.pool) : [];
  const { windowMinutes } = rules.errorRate;
  const figures = () => figuresSince(parts, nowMs - windowMinutes * minuteMs, nowMs);
  const findings = [
    ...(rules.lowCapacity.enabled ? lowCapacity(rules.lowCapacity, pool) : []),
    ...(rules.keyAnomaly.enabled ? keyAnomalies(rules.keyAnomaly, pool) : []),
    ...(rules.errorRate.enabled ? errorRate(rules.errorRate, await figures()) : []),
  ];
  for (const finding of findings) await observe(parts, finding, true);

  const still = new Set(findings.map(nameOf));
  const unpriced = watched
    .filter(({ kind }) => kind === 'unpriced_model')
    .map(({ target }) => readUnpricedName(target));
  const priced = new Set((await pricedNow(registry, unpriced, nowMs)).map(unpricedName));
  for (const subject of watched) {
    // Whether a key opens only control can tell.
    if (subject.kind === 'unreadable_key') continue;
    const over = subject.kind === 'unpriced_model' ? priced.has(subject.target) : !still.has(nameOf(subject));
    if (over) await observe(parts, { ...subject, forMs: 0, message: '' }, false);
  }
}

/** Notes what was found of one subject, and tells where that changed something. */
export async function observe(
  { alerts, onChange }: Pick<AlertParts, 'alerts' | 'onChange'>,
  finding: Finding,
  holds: boolean,
): Promise<void> {
  const outcome = await alerts.observe(newAlertId(), { ...finding, holds });
  if (outcome === 'raised' || outcome === 'ended' || outcome === 'full') onChange(outcome, finding);
}

const nameOf = ({ kind, target }: AlertSubject): string => `${kind} ${target}`;
