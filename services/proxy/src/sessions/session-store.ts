import { type ChatMessage, isJsonObject, type Json, type UserId } from '@palimpsest/domain';
import type { Sessions } from '@palimpsest/state';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { emptySession, type StoredSession } from './carry.ts';
import { open, seal } from './sealed.ts';
import { type Fragment, newestFragments } from './window.ts';

/** A session belongs to its user: the same id under another user is another session. */
type SessionName = { readonly user: UserId; readonly session: string };

export type SessionStore = {
  /** As much of it as the window needs. Unreadable parts (an older data key that is gone) count as forgotten. */
  read(name: SessionName, snapshot: Snapshot): Promise<StoredSession>;
  /** Adds one fragment; concurrent ones are kept whole, in the order of completion. `system`: the request's own; none leaves what holds. */
  add(name: SessionName, snapshot: Snapshot, fragment: Fragment, system: readonly ChatMessage[]): Promise<void>;
};

export type SessionStoreOptions = { readonly turns: number; readonly ttlMs: number };

/** Fragments kept for each turn of the window: a turn with tool calls is made of several. */
const fragmentsPerTurn = 8;

export const createSessionStore = (sessions: Sessions, options: SessionStoreOptions): SessionStore => ({
  async read(name, snapshot) {
    const { meta, turns } = await sessions.read(name);
    const place = placeOf(name);
    const opened = (sealed: Buffer) => fragmentFrom(open(sealed, snapshot.dataKey, place));
    const fragments = newestFragments(turns, opened, options.turns);
    const known = meta === null ? undefined : open(meta, snapshot.dataKey, place);
    const system =
      isJsonObject(known) && Array.isArray(known.system) ? (known.system as ChatMessage[]) : emptySession.system;
    return { system, fragments };
  },
  async add(name, snapshot, fragment, system) {
    const key = snapshot.newestDataKey;
    if (key === undefined) return;
    const place = placeOf(name);
    await sessions.append({
      ...name,
      turn: seal(fragment, key, place),
      meta: system.length === 0 ? undefined : seal({ system }, key, place),
      keep: Math.max(1, options.turns) * fragmentsPerTurn,
      ttlMs: options.ttlMs,
    });
  },
});

const placeOf = ({ user, session }: SessionName): string => `session|${user}|${session}`;

const fragmentFrom = (json: Json | undefined): Fragment | undefined =>
  isJsonObject(json) && Array.isArray(json.messages) ? (json as unknown as Fragment) : undefined;
