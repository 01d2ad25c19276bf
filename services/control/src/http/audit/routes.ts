import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findEntries } from '../../audit/find-entries.ts';
import { listOf } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { auditQuery } from './query.ts';
import { auditSchema } from './schemas.ts';
import { auditView } from './view.ts';

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
          querystring: auditQuery,
          response: { 200: listOf(auditSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor, ...filter } }) => {
        const { found, next } = await findEntries(audit, filter, { after: cursor, limit });
        return { data: found.map(auditView), next_cursor: next ?? null };
      },
    );
  };
