import { quotaTag } from '@palimpsest/domain';
import { type BalanceReader, believedMs } from '@palimpsest/providers';
import type { KeyPool, KeyStanding } from '@palimpsest/state';
import type { Dispatcher } from 'undici';
import { askProvider } from '../provider-keys/ask-provider.ts';
import { openSecret } from '../provider-keys/open-secret.ts';
import type { StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';

export type PollParts = {
  readonly keyring: Keyring;
  readonly pool: Pick<KeyPool, 'learn' | 'mark' | 'reset'>;
  readonly dispatcher: Dispatcher;
};

/**
 * Asks what an account has left and keeps it: as a learned limit, as an exhaustion, or as the end of one. `trusted`: an answer with
 * something left may end an exhaustion; just after a refusal it may not, since accounts are told from caches.
 *
 * @throws where the provider does not answer, or with something else.
 */
export async function pollKey(
  { keyring, pool, dispatcher }: PollParts,
  reader: BalanceReader,
  key: StoredKey,
  standing: Pick<KeyStanding, 'state' | 'reason'>,
  trusted: boolean,
): Promise<void> {
  const known = openSecret(keyring, key);
  if ('unreadable' in known) return;
  const askedAt = performance.now();
  const { status, body } = await askProvider(dispatcher, reader.root(key.baseUrl), reader.request(known.secret));
  if (status < 200 || status > 299) throw new Error(`the provider answered ${status}`);
  const balance = reader.read(body, Date.now());
  if (balance === undefined) throw new Error('the provider answered with no balance');

  const ref = { tag: quotaTag(key), key: key.id };
  const { exhausted, told } = balance;
  if (exhausted === undefined && trusted && standing.state === 'exhausted' && reader.ends(standing.reason))
    await pool.reset({ tag: ref.tag, keys: [key.id] });
  if (told.length > 0) await pool.learn({ ...ref, ageMs: performance.now() - askedAt, told });
  if (exhausted !== undefined)
    await pool.mark({
      ...ref,
      state: 'exhausted',
      until: { inMs: exhausted.resetsInMs ?? believedMs },
      reason: exhausted.reason,
    });
}
