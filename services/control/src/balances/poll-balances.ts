import { quotaTag } from '@palimpsest/domain';
import { type BalanceReader, balanceOf } from '@palimpsest/providers';
import type { Logger } from '@palimpsest/runtime';
import { type KeyPool, type KeyStanding, readStandings } from '@palimpsest/state';
import type { ControlRegistry, StoredKey } from '../registry-records.ts';
import { type PollParts, pollKey } from './poll-key.ts';

/** Asks accounts that say so what they have left: each every ten minutes, and at once when a key of it was marked. */
export type Balances = {
  /** Looks which keys are due and asks for them, one after the other; whatever fails is logged, and tried again when it is due. */
  round(): Promise<void>;
};

export type BalanceParts = PollParts & {
  readonly registry: ControlRegistry;
  readonly pool: PollParts['pool'] & Pick<KeyPool, 'read' | 'claimPoll'>;
  readonly logger: Pick<Logger, 'info'>;
};

const everyMs = 10 * 60_000;
/** A key that is marked again and again is not asked for more often than this. */
const afterMarkMs = 60_000;

type Polled = { readonly key: StoredKey; readonly reader: BalanceReader };

export function createBalances(parts: BalanceParts): Balances {
  const marked = new Set<string>();

  /** Why this key is to be asked for now, if it is this control that does. */
  const due = async ({ key }: Polled, standing: KeyStanding): Promise<'marked' | 'time' | undefined> => {
    const ref = { tag: quotaTag(key), key: key.id };
    const isMarked = standing.state === 'sleeping' || standing.state === 'exhausted';
    const isNew = isMarked && !marked.has(key.id);
    if (isMarked) marked.add(key.id);
    else marked.delete(key.id);
    if (await parts.pool.claimPoll(ref, 'time', everyMs)) return 'time';
    return isNew && (await parts.pool.claimPoll(ref, 'marked', afterMarkMs)) ? 'marked' : undefined;
  };

  return {
    async round() {
      const polled: Polled[] = [];
      for await (const { value: key } of parts.registry.all('provider-keys')) {
        const reader = key.enabled ? balanceOf(key) : undefined;
        if (reader !== undefined) polled.push({ key, reader });
      }
      const standings = await readStandings(
        parts.pool,
        polled.map(({ key }) => ({ tag: quotaTag(key), key: key.id, limits: [] })),
      );
      for (const [index, one] of polled.entries()) {
        const standing = standings[index];
        if (standing === undefined) continue;
        const why = await due(one, standing);
        if (why === undefined) continue;
        await pollKey(parts, one.reader, one.key, standing, why === 'time').catch((err: unknown) =>
          parts.logger.info({ err, key: one.key.id }, 'the balance of a key was not read'),
        );
      }
    },
  };
}
