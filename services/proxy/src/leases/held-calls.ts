import type { RequestId, UserId } from '@palimpsest/domain';
import type { KeyPool, UsageStream, UserQuota } from '@palimpsest/state';
import { type Lease, leaseMs } from '../selection/lease.ts';

type Held = { readonly user: UserId; lease: Lease | undefined };

/** The calls under way in this proxy. While it lives their leases do; when it dies they run out by themselves. */
export type HeldCalls = {
  hold(request: RequestId, user: UserId, lease: Lease | undefined): void;
  release(request: RequestId): void;
  /** Extends every lease; to be called well within `leaseMs`. */
  renew(): Promise<void>;
  readonly size: number;
};

export type HeldCallsParts = {
  readonly quota: Pick<UserQuota, 'renew'>;
  readonly pool: Pick<KeyPool, 'renew'>;
  readonly usage: Pick<UsageStream, 'renewOpen'>;
};

export function createHeldCalls({ quota, pool, usage }: HeldCallsParts): HeldCalls {
  const held = new Map<RequestId, Held>();
  return {
    hold(request, user, lease) {
      const call = held.get(request);
      if (call === undefined) held.set(request, { user, lease });
      else call.lease = lease;
    },
    release(request) {
      const call = held.get(request);
      if (call === undefined) return;
      held.delete(request);
      call.lease = undefined;
    },
    async renew() {
      if (held.size === 0) return;
      const users = Map.groupBy(held, ([, { user }]) => user);
      const leases = [...held.values()].flatMap(({ lease }) => (lease === undefined ? [] : [lease]));
      const tags = Map.groupBy(leases, (lease) => lease.tag);
      await Promise.all([
        usage.renewOpen({ requests: [...held.keys()], leaseMs }),
        ...[...users].map(([user, calls]) =>
          quota.renew({ user, requests: calls.map(([request]) => request), leaseMs }),
        ),
        ...[...tags].map(([tag, ofTag]) => pool.renew({ tag, attempts: ofTag.map(({ attempt }) => attempt), leaseMs })),
      ]);
    },
    get size() {
      return held.size;
    },
  };
}
