import { type ChatMessage, type DataKey, isJsonObject, type Json, type UserId } from '@palimpsest/domain';
import { Sessions } from '@palimpsest/state';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { emptySession, type StoredSession } from './carry.ts';
import { open, seal } from './sealed.ts';
import { bringsTurn, type Fragment, replacedBy } from './turns.ts';

/** A session belongs to its user: the same id under another user is another session. */
type SessionName = { readonly user: UserId; readonly session: string };

export type SessionStore = {
  /** What is stored of it. Unreadable parts (an older data key that is gone) count as forgotten. */
  read(name: SessionName, snapshot: Snapshot): Promise<StoredSession>;
  /** Adds one fragment; concurrent ones are kept whole, in the order of completion. `system`: the request's own; none leaves what holds. */
  add(name: SessionName, snapshot: Snapshot, fragment: Fragment, system: readonly ChatMessage[]): Promise<void>;
};

export type SessionStoreOptions = { readonly turns: number; readonly ttlMs: number };

/** Kept beside the window: a turn under way may have begun before all of that. */
const turnsBeside = 1;

export const createSessionStore = (sessions: Sessions, options: SessionStoreOptions): SessionStore => ({
  async read(name, snapshot) {
    const { meta, turns } = await sessions.read(name);
    const known = meta === null ? undefined : open(meta, snapshot.dataKey, placeOf(name));
    const system =
      isJsonObject(known) && Array.isArray(known.system) ? (known.system as ChatMessage[]) : emptySession.system;
    return { system, fragments: [...opened(turns, name, snapshot).keys()] };
  },
  async add(name, snapshot, fragment, system) {
    const key = snapshot.newestDataKey;
    if (key === undefined) return;
    const place = placeOf(name);
    await sessions.append({
      ...name,
      turn: seal(fragment, key, place),
      begins: fragment.messages[0]?.role === 'user',
      replaces: bringsTurn(fragment) ? await replacedIn(sessions, name, snapshot, fragment) : [],
      meta: system.length === 0 ? undefined : sealedPrompt(system, key, place),
      keep: options.turns + turnsBeside,
      ttlMs: options.ttlMs,
    });
  },
});

/** One too large to be kept leaves none: that of an earlier request does not hold any more. */
function sealedPrompt(system: readonly ChatMessage[], key: DataKey, place: string): Buffer {
  const sealed = seal({ system }, key, place);
  return sealed.length > Sessions.mostBytes ? seal({ system: [] }, key, place) : sealed;
}

/** The stored pieces whose place a fragment takes, looked for only now: others may have been stored since its request came. */
async function replacedIn(
  sessions: Sessions,
  name: SessionName,
  snapshot: Snapshot,
  fragment: Fragment,
): Promise<readonly Buffer[]> {
  const stored = opened((await sessions.read(name)).turns, name, snapshot);
  return replacedBy([...stored.keys()], fragment).flatMap((one) => stored.get(one) ?? []);
}

const placeOf = ({ user, session }: SessionName): string => `session|${user}|${session}`;

/** What can be read of the stored pieces, in their order, each with its sealed bytes. */
function opened(turns: readonly Buffer[], name: SessionName, snapshot: Snapshot): ReadonlyMap<Fragment, Buffer> {
  const fragments = new Map<Fragment, Buffer>();
  for (const sealed of turns) {
    const fragment = fragmentFrom(open(sealed, snapshot.dataKey, placeOf(name)));
    if (fragment !== undefined) fragments.set(fragment, sealed);
  }
  return fragments;
}

const fragmentFrom = (json: Json | undefined): Fragment | undefined =>
  isJsonObject(json) && Array.isArray(json.messages) ? (json as unknown as Fragment) : undefined;
