import { isPeerAway } from '@palimpsest/contracts';
import { quotaTag } from '@palimpsest/domain';
import type { KeyPool, KeyStanding } from '@palimpsest/state';
import type { Metering } from '../../metering/metering.ts';
import { inGroups } from '../../provider-keys/in-groups.ts';
import { shownMark } from '../../provider-keys/read-pool.ts';
import { keyConfigView } from '../../provider-keys/view.ts';
import type { ControlRegistry, StoredKey } from '../../registry-records.ts';
import type { Keyring } from '../../vault/keyring.ts';
import { learnedLimitViews } from '../schemas/learned-limit.ts';
import { timeOf, timeOrNull } from '../schemas/values.ts';
import { remainingViews } from '../standing-view.ts';
import { costOf } from '../usage/view.ts';
import type { KeyAnswer } from './answer.ts';

export type KeyViewParts = {
  readonly registry: ControlRegistry;
  readonly pool: KeyPool;
  readonly keyring: Keyring;
  readonly metering: Metering;
};

const usagePatienceMs = 500;

/** Keys with how they stand now, in the order given: with their own limits, and with what is left of their groups'. */
export async function keyViews(parts: KeyViewParts, keys: readonly StoredKey[]): Promise<KeyAnswer[]> {
  const limited = await inGroups(parts.registry, keys);
  const asked = limited.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits }));
  const [standings, usage] = await Promise.all([parts.pool.read(asked), usageToday(parts.metering, keys)]);
  return keys.map((key, index) => ({
    ...keyConfigView(key),
    created_at: timeOf(key.createdAtMs),
    updated_at: timeOf(key.updatedAtMs),
    ...standingView(parts.keyring, limited[index] ?? key, standings[index]),
    usage_today: usage === undefined ? null : (usage.get(key.id) ?? { requests: 0, total_tokens: 0, cost: '0' }),
  }));
}

function standingView(keyring: Keyring, key: StoredKey, standing: KeyStanding | undefined) {
  if (standing === undefined) throw new Error('the pool answered for fewer keys than it was asked');
  const { state, untilMs, reason } = shownMark(keyring, key, standing);
  const resets = standing.remaining.filter(({ limit }) => limit !== 'concurrent').map(({ resetsAtMs }) => resetsAtMs);
  return {
    state,
    until: timeOrNull(untilMs),
    reason: reason === '' ? null : reason,
    model_states: standing.models.map(({ model, state, untilMs, reason }) => ({
      model,
      state,
      until: timeOrNull(untilMs),
      reason,
    })),
    remaining: remainingViews(key.limits, standing.remaining),
    resets_at: resets.length === 0 ? null : timeOf(Math.min(...resets)),
    last_used_at: timeOrNull(standing.lastUsedAtMs),
    consecutive_failures: standing.failures,
    learned_limits: learnedLimitViews(standing.learned),
  };
}

/** The figures of the current UTC day by key; `undefined` where metering does not answer: the keys are shown without. */
async function usageToday(metering: Metering, keys: readonly StoredKey[]) {
  const only = keys.length === 1 ? { keyId: keys[0]?.id } : {};
  try {
    const rows = await metering.usage({ ...only, fromMs: startOfUtcDay(Date.now()) }, ['key'], usagePatienceMs);
    return new Map(
      rows.map((row) => [
        String(row.keyId),
        { requests: row.requests, total_tokens: row.totalTokens, cost: costOf(row) },
      ]),
    );
  } catch (error) {
    if (isPeerAway(error)) return undefined;
    throw error;
  }
}

const startOfUtcDay = (nowMs: number): number => nowMs - (nowMs % 86_400_000);
