import { z } from 'zod';
import { pageQuery } from '../schemas/page.ts';
import { name } from '../schemas/values.ts';

/** Which users are listed. */
export const usersQuery = z.strictObject({
  name: name.optional().meta({
    description:
      'A part of the name, whatever its case. A page of found users may be short, or empty, before the last one: go on while `next_cursor` is not `null`.',
  }),
  id: z.string().max(100).optional().meta({ description: 'The id of one user.' }),
  ...pageQuery,
});
