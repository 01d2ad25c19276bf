import { z } from 'zod';
import { pageQuery } from '../schemas/page.ts';
import { instant } from '../schemas/values.ts';

/** What operator actions are narrowed by, in the list and in its file. */
export const auditFilter = {
  actor: z.enum(['operator', 'dashboard', 'import', 'command']).optional(),
  action: z
    .string()
    .regex(/^[a-z_-]+(\.[a-z_-]+)?$/, {
      error: 'must be an action such as key.update, or what was acted on, such as key',
    })
    .max(100)
    .optional()
    .meta({ description: '`key.update`, or `key` for whatever was done to keys.' }),
  target: z.string().min(1).max(600).optional().meta({ description: 'The whole id or name of what was acted on.' }),
  from: instant.optional().meta({ description: 'Included.' }),
  to: instant.optional().meta({ description: 'Excluded.' }),
};

/** Which operator actions are listed. */
export const auditQuery = z.strictObject({
  ...auditFilter,
  ...pageQuery,
  cursor: pageQuery.cursor.refine((text) => text === undefined || /^\d{1,16}-\d{1,16}$/.test(text), {
    error: 'must be a `next_cursor` of this list',
  }),
});
