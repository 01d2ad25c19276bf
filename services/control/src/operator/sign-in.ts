import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@palimpsest/runtime';
import type { OperatorSessions } from '@palimpsest/state';
import { isOperatorKey, operatorKeyFingerprint } from './operator-key.ts';

export const sessionLifetimeMs = 12 * 60 * 60 * 1000;
const failuresAllowed = 10;
const windowMs = 60_000;

export type SignInParts = { readonly sessions: OperatorSessions; readonly operatorKey: Secret };

/** `too-many`: this address failed too often; the key was not looked at. */
export type SignIn =
  | { readonly result: 'signed-in'; readonly token: string; readonly csrfToken: string; readonly expiresAtMs: number }
  | { readonly result: 'wrong-key' }
  | { readonly result: 'too-many'; readonly retryInMs: number };

/** Opens a dashboard session. Ten failures a minute from one address, then none is looked at until the minute is over. */
export async function signIn(
  { sessions, operatorKey }: SignInParts,
  address: string,
  presented: string,
): Promise<SignIn> {
  const { attempts, endsInMs } = await sessions.countAttempt(address, windowMs);
  if (attempts > failuresAllowed) return { result: 'too-many', retryInMs: endsInMs };
  if (!isOperatorKey(operatorKey, presented)) return { result: 'wrong-key' };
  await sessions.clearAttempts(address);
  const token = randomBytes(32).toString('base64url');
  const createdAtMs = Date.now();
  const session = { operatorKey: operatorKeyFingerprint(operatorKey), createdAtMs };
  await sessions.open(sha256(token), session, sessionLifetimeMs);
  return { result: 'signed-in', token, ...sessionFacts(token, createdAtMs) };
}

/** What belongs to a token, or `undefined` where it opens nothing (any more). */
export async function readSession({ sessions, operatorKey }: SignInParts, token: string) {
  const session = await sessions.read(sha256(token));
  if (session?.operatorKey !== operatorKeyFingerprint(operatorKey)) return undefined;
  return sessionFacts(token, session.createdAtMs);
}

export const signOut = ({ sessions }: SignInParts, token: string): Promise<void> => sessions.close(sha256(token));

export function isCsrfToken(token: string, presented: string): boolean {
  const expected = Buffer.from(csrfTokenOf(token));
  const given = Buffer.from(presented);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const sessionFacts = (token: string, createdAtMs: number) => ({
  csrfToken: csrfTokenOf(token),
  expiresAtMs: createdAtMs + sessionLifetimeMs,
});

/** Derived from the cookie, which no other site can read, so nothing of it needs to be stored. */
const csrfTokenOf = (token: string): string => createHash('sha256').update(`csrf|${token}`).digest('base64url');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
