import type { LoadTarget } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { bodies } from '../workloads.ts';
import { sizes } from './sizes.ts';

/** Plain calls of ten users; the same in 64 sessions; plain calls, each by another user than the one before. */
export type GrowthLoad = 'plain' | 'session' | 'spread';

/** The requests of a load by the holders of these gateway keys. */
export function requestsOf(gatewayKeys: readonly string[], load: GrowthLoad): LoadTarget['request'] {
  const bytesOf = (user: number, session?: string): Buffer =>
    requestBytes(
      {
        authorization: `Bearer ${gatewayKeys[user % gatewayKeys.length]}`,
        ...(session === undefined ? {} : { 'x-session-id': session }),
      },
      bodies.plain,
    );
  let next = 0;
  if (load === 'spread') return () => bytesOf(next++);
  const made: Buffer[] = [];
  return (caller) => {
    made[caller] ??= bytesOf(caller % sizes.users.few, load === 'session' ? `bench-${caller}` : undefined);
    return made[caller];
  };
}
