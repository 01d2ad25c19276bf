import { type ChatMessage, type DataKey, isJsonObject, type Json, type UserId } from '@palimpsest/domain';
import { Sessions } from '@palimpsest/state';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Carried, emptySession, type StoredSession } from './carry.ts';
import { open, seal } from './sealed.ts';
import { bringsTurn, type Fragment, replacedBy, turnsOf } from './turns.ts';

/** A session belongs to its user: the same id under another user is another session. */
type SessionName = { readonly user: UserId; readonly session: string };

export type SessionStore = {
  /** What is stored of it. Unreadable parts (an older data key that is gone) count as forgotten. */
  read(name: SessionName, snapshot: Snapshot): Promise<StoredSession>;
  /** Adds one fragment; concurrent ones are kept whole, in the order of completion. */
  add(name: SessionName, snapshot: Snapshot, fragment: Fragment, of: RequestTraits): Promise<void>;
};

/** What of its request a fragment is stored by. `system`: its own prompt; none leaves what holds. */
type RequestTraits = Pick<Carried, 'system' | 'rearranges'>;

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
  async add(name, snapshot, fragment, { system, rearranges }) {
    const key = snapshot.newestDataKey;
    if (key === undefined) return;
    const place = placeOf(name);
    await sessions.append({
      ...name,
      turn: seal(fragment, key, place),
      // Behind results too: a client may send them and its next message at once.
      begins: fragment.messages.some((message) => message.role === 'user'),
      ...(bringsTurn(fragment) || rearranges ? await placesIn(sessions, name, snapshot, fragment) : {}),
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

/**
 * The stored pieces whose place a fragment takes, and those that it goes on with, which are not to be forgotten before what was stored beside
 * them. Looked for only now: others may have been stored since its request came.
 */
async function placesIn(
  sessions: Sessions,
  name: SessionName,
  snapshot: Snapshot,
  fragment: Fragment,
): Promise<{ readonly replaces: readonly Buffer[]; readonly moves: readonly Buffer[] }> {
  const stored = opened((await sessions.read(name)).turns, name, snapshot);
  const sealed = (fragments: readonly Fragment[]) => fragments.flatMap((one) => stored.get(one) ?? []);
  const fragments = [...stored.keys()];
  const goneOn = turnsOf([...fragments, fragment]).find((turn) => turn.of.includes(fragment));
  return { replaces: sealed(replacedBy(fragments, fragment)), moves: sealed(goneOn?.of ?? []) };
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
