import type { LoggedAudit } from '@palimpsest/state';
import type { z } from 'zod';
import { timeOf } from '../schemas/values.ts';
import type { auditSchema } from './schemas.ts';

/** One operator action as it is shown. */
export const auditView = (entry: LoggedAudit): z.output<typeof auditSchema> => {
  const { id, actor, action, target, from, before, after, atMs } = entry;
  return { id, at: timeOf(atMs), actor, action, target, from, before, after };
};
