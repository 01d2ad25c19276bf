import type { ActiveSession } from '@palimpsest/state';
import type { RotationParts } from './rotation.ts';

/** How many sessions are forgotten together. */
const together = 100;

/** Forgets every session: what was stored opens to nobody any more. One that metering has not seen yet runs out by itself. */
export async function forgetSessions({ activity, turns }: RotationParts['sessions']): Promise<void> {
  let some: ActiveSession[] = [];
  const forget = async (): Promise<void> => {
    await Promise.all(some.flatMap((one) => [turns.forget(one), activity.drop(one.user, one.session)]));
    some = [];
  };
  for await (const one of activity.newestFirst()) if (some.push(one) === together) await forget();
  await forget();
}
