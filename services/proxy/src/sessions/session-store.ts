import { type ChatMessage, type DataKey, isJsonObject, type Json, type UserId } from '@palimpsest/domain';
import { type PieceName, pieceName, Sessions, type Turn } from '@palimpsest/state';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Carried, emptySession, type StoredSession } from './carry.ts';
import { open, seal } from './sealed.ts';
import { bringsTurn, type Fragment, replacedBy, turnsOf } from './turns.ts';

/** A session belongs to its user: the same id under another user is another session. */
type SessionName = { readonly user: UserId; readonly session: string };

export type SessionStore = {
  /** What is stored of it. Unreadable parts (an older data key that is gone) count as forgotten. */
  read(name: SessionName, snapshot: Snapshot): Promise<StoredSession>;
  /**
   * Adds one fragment; concurrent ones are kept whole, in the order of completion: with all of the turn that it goes on with where other
   * pieces were stored since, since these may have taken its place in the window.
   */
  add(name: SessionName, snapshot: Snapshot, fragment: Fragment, of: RequestTraits): Promise<void>;
};

/** What of its request a fragment is stored by. `system`: its own prompt; none leaves what holds. */
type RequestTraits = Pick<Carried, 'system' | 'underWay'>;

export type SessionStoreOptions = { readonly turns: number; readonly ttlMs: number };

/** Kept beside the window: a turn under way may have begun before all of that. */
const turnsBeside = 1;

export const createSessionStore = (sessions: Sessions, options: SessionStoreOptions): SessionStore => ({
  async read(name, snapshot) {
    const { meta, turns } = await sessions.read(name);
    const known = meta === null ? undefined : open(meta, snapshot.dataKey, placeOf(name));
    const system =
      isJsonObject(known) && Array.isArray(known.system) ? (known.system as ChatMessage[]) : emptySession.system;
    const pieces = opened(turns, name, snapshot);
    return { system, fragments: [...pieces.keys()], nameOf: nameIn(pieces) };
  },
  async add(name, snapshot, fragment, { system, underWay }) {
    const key = snapshot.newestDataKey;
    if (key === undefined) return;
    const place = placeOf(name);
    const append = (piece: Fragment, where: Pick<Turn, 'behind' | 'replaces'>): Promise<boolean> =>
      sessions.append({
        ...name,
        turn: seal(piece, key, place),
        // Behind results too: a client may send them and its next message at once.
        begins: piece.messages.some((message) => message.role === 'user'),
        ...where,
        meta: system.length === 0 ? undefined : sealedPrompt(system, key, place),
        keep: options.turns + turnsBeside,
        ttlMs: options.ttlMs,
      });
    if (underWay === undefined && !bringsTurn(fragment)) return void (await append(fragment, {}));
    if (underWay?.isLast === true && (await append(fragment, { behind: underWay.piece }))) return;
    const whole = { ...fragment, messages: [...(underWay?.messages ?? []), ...fragment.messages] };
    const pieces = opened((await sessions.read(name)).turns, name, snapshot);
    await append(whole, { replaces: replacedByWhole(pieces, whole, fragment, underWay?.piece) });
  },
});

/** One too large to be kept leaves none: that of an earlier request does not hold any more. */
function sealedPrompt(system: readonly ChatMessage[], key: DataKey, place: string): Buffer {
  const sealed = seal({ system }, key, place);
  return sealed.length > Sessions.mostBytes ? seal({ system: [] }, key, place) : sealed;
}

const nameIn =
  (pieces: ReadonlyMap<Fragment, Buffer>) =>
  (fragment: Fragment): PieceName =>
    pieceName(pieces.get(fragment) ?? Buffer.alloc(0));

/**
 * The stored pieces whose place a turn takes that goes on by `added`: those that are left of it, and where it is still there all that had
 * followed what `added` goes on with. Looked for only now: others may have been stored since its request came.
 */
function replacedByWhole(
  pieces: ReadonlyMap<Fragment, Buffer>,
  whole: Fragment,
  added: Fragment,
  piece: PieceName | undefined,
): readonly PieceName[] {
  const fragments = [...pieces.keys()];
  const nameOf = nameIn(pieces);
  const last = piece === undefined ? undefined : fragments.find((fragment) => nameOf(fragment) === piece);
  const isThere =
    last !== undefined && turnsOf([...fragments, added]).some(({ of }) => of.includes(last) && of.includes(added));
  const replaced = new Set([...replacedBy(fragments, whole), ...(isThere ? replacedBy(fragments, added) : [])]);
  return [...replaced].map(nameOf);
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
