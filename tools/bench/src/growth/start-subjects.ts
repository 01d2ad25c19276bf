import type { Ground } from '../contestants/contestant.ts';
import { addKeys } from '../contestants/gateway-scene.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { addLogEntries } from './fill/add-log-entries.ts';
import { addSessions } from './fill/add-sessions.ts';
import { requestsOf } from './growth-load.ts';
import { sizes } from './sizes.ts';
import { type Subject, startSubject } from './subject.ts';

/** Four gateways side by side: one with few of everything, and one each that has grown in one respect. */
export type Subjects = Readonly<Record<'few' | 'users' | 'sessions' | 'log', Subject>>;

export async function startSubjects(dist: string, ground: Ground, say: (line: string) => void): Promise<Subjects> {
  const few = await startSubject('few', dist, ground, ['plain', 'session']);
  say(`${sizes.sessions.many} sessions`);
  const sessions = await startSubject('sessions', dist, ground, ['session']);
  await withProxy(sessions, (port) => addSessions(port, sessions.gatewayKeys, sizes.sessions.many));
  say(`${sizes.logEntries.many} entries of the request log`);
  const log = await startSubject('log', dist, ground, ['plain']);
  await withProxy(log, (port) => oneCall(port, log.gatewayKeys));
  await log.house.settled();
  await addLogEntries(log.house, sizes.logEntries.many);
  say(`${sizes.users.many} users, ${sizes.keys.many} keys`);
  const users = await startSubject('users', dist, ground, ['plain', 'spread'], sizes.users.many);
  // Of a model that nobody calls: what a large pool costs is another question.
  await addKeys(users.house, ground.upstream.port, ['bench-other'], sizes.keys.many - sizes.keys.few);
  return { few, users, sessions, log };
}

async function withProxy({ house }: Subject, run: (port: number) => Promise<void>): Promise<void> {
  const { child, port } = await house.startProxy();
  await run(port);
  await child.stop();
}

async function oneCall(port: number, gatewayKeys: readonly string[]): Promise<void> {
  const target = { port, request: requestsOf(gatewayKeys, 'plain') };
  await closedLoop(target, { callers: 1, ms: Number.POSITIVE_INFINITY, mostRequests: 1 });
}
