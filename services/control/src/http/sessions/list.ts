import type { ActiveSession, SessionActivity, SessionPlace, SessionStanding, Sessions } from '@palimpsest/state';
import type { z } from 'zod';
import { timeOf, timeOrNull } from '../schemas/values.ts';
import type { storedSessionSchema } from './schemas.ts';

export type SessionLists = { readonly activity: SessionActivity; readonly turns: Sessions };

type Listed = { readonly place: SessionPlace; readonly view: z.output<typeof storedSessionSchema> };

/** How many sessions are looked at together. */
const together = 50;

/** At most `most` sessions of which something is stored, the one with the last answer first, after a place. */
export async function listSessions(
  { activity, turns }: SessionLists,
  filter: { readonly user: string | undefined; readonly after: SessionPlace | undefined },
  most: number,
): Promise<Listed[]> {
  const listed: Listed[] = [];
  let some: ActiveSession[] = [];
  const look = async (): Promise<void> => {
    const standings = await Promise.all(some.map((one) => turns.standing(one)));
    some.forEach((one, index) => {
      const standing = standings[index];
      // Its answer is remembered, its turns are gone: deleted, or run out.
      if (standing !== undefined) listed.push({ place: one, view: sessionView(one, standing) });
    });
    some = [];
  };
  for await (const one of activity.newestFirst(filter.after)) {
    if (filter.user !== undefined && one.user !== filter.user) continue;
    if (some.push(one) < together) continue;
    await look();
    if (listed.length >= most) break;
  }
  await look();
  return listed.slice(0, most);
}

export const sessionView = (
  { user, session }: { readonly user: string; readonly session: string },
  standing: SessionStanding,
): z.output<typeof storedSessionSchema> => ({
  id: session,
  user,
  started_at: timeOrNull(standing.startedAtMs),
  last_active_at: timeOf(standing.lastTurnAtMs),
  expires_at: timeOf(standing.expiresAtMs),
  stored_parts: standing.parts,
});

/** The place after which the next page starts, in a form that tells callers nothing. */
export const encodeCursor = ({ atMs, member }: SessionPlace): string =>
  Buffer.from(`${atMs} ${member}`).toString('base64url');

/** `undefined` where the text is no cursor of this list. */
export function decodeCursor(cursor: string): SessionPlace | undefined {
  const match = /^(\d{1,15}) (\S+ \S+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, atMs, member] = match ?? [];
  return atMs === undefined || member === undefined ? undefined : { atMs: Number(atMs), member };
}
