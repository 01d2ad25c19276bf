import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listOf, pageOf, pageQuery } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { auditSchema } from './schemas.ts';
import { auditView } from './view.ts';

const streamId = pageQuery.cursor.refine((text) => text === undefined || /^\d{1,16}-\d{1,16}$/.test(text), {
  error: 'must be a `next_cursor` of this list',
});

/** Every operator action. */
export const auditRoutes =
  (audit: AuditLog): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/audit',
      {
        schema: {
          tags: ['audit'],
          summary: 'List operator actions, newest first',
          querystring: z.strictObject({ ...pageQuery, cursor: streamId }),
          response: { 200: listOf(auditSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const entries = await audit.page({ before: cursor, limit: limit + 1 });
        const { data, next_cursor } = pageOf(entries, limit, (entry) => entry.cursor);
        return { data: data.map(auditView), next_cursor };
      },
    );
  };
