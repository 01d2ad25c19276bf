import type { User } from '@palimpsest/domain';
import { type UserQuota, unlessAway } from '@palimpsest/state';
import { type RequestLimit, tightestRequestLimit } from '../admission/request-limit.ts';

/** The user's tightest limit on requests as it is now; `undefined` where there is none, or Redis cannot tell: a stored answer goes out without. */
export async function presentLimit(
  quota: Pick<UserQuota, 'read'>,
  { id, limits }: User,
): Promise<RequestLimit | undefined> {
  if (!limits.some((limit) => limit.metric === 'requests' && limit.enforce)) return undefined;
  const standing = await unlessAway(quota.read(id, limits));
  return standing && tightestRequestLimit(limits, standing);
}
