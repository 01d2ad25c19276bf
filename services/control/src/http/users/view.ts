import type { UserQuota } from '@palimpsest/state';
import type { z } from 'zod';
import type { StoredUser } from '../../registry-records.ts';
import { userConfigView } from '../../users/view.ts';
import { timeOf } from '../schemas/values.ts';
import { remainingViews } from '../standing-view.ts';
import type { userSchema } from './answer.ts';

/** A user with what is left of each limit. */
export async function userView(quota: UserQuota, user: StoredUser): Promise<z.output<typeof userSchema>> {
  const { remaining } = await quota.read(user.id, user.limits);
  return {
    ...userConfigView(user),
    created_at: timeOf(user.createdAtMs),
    updated_at: timeOf(user.updatedAtMs),
    remaining: remainingViews(user.limits, remaining),
  };
}
