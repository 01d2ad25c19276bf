import { userId } from '@palimpsest/domain';
import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditEntry } from '../../audit/audit-entry.ts';
import { invalid, Problem } from '../problem.ts';
import { listOf, pageOf } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { decodeCursor, encodeCursor, listSessions, type SessionLists, sessionView } from './list.ts';
import { sessionParams, sessionsQuery, storedSessionSchema } from './schemas.ts';

const tags = ['sessions'];

/** The conversations that the proxies store: which there are, never what is in them. */
export const storedSessionRoutes =
  ({ audit, ...lists }: SessionLists & { readonly audit: AuditLog }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/sessions',
      {
        schema: {
          tags,
          summary: 'List stored sessions, the one with the last answer first; contents are never shown',
          querystring: sessionsQuery,
          response: { 200: listOf(storedSessionSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor, user } }) => {
        const after = cursor === undefined ? undefined : decodeCursor(cursor);
        if (cursor !== undefined && after === undefined)
          throw invalid([{ path: 'cursor', message: 'must be a `next_cursor` of this list' }]);
        const listed = await listSessions(lists, { user, after }, limit + 1);
        const { data, next_cursor } = pageOf(listed, limit, ({ place }) => encodeCursor(place));
        return { data: data.map(({ view }) => view), next_cursor };
      },
    );

    app.delete(
      '/sessions/:user/:id',
      {
        schema: {
          tags,
          summary: 'Forget a session: its stored turns are gone, the request log stays',
          params: sessionParams,
          response: { 204: z.null(), ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const ref = { user: userId(params.user), session: params.id };
        const standing = await lists.turns.standing(ref);
        const [forgotten] = await Promise.all([lists.turns.forget(ref), lists.activity.drop(params.user, params.id)]);
        if (!forgotten)
          throw new Problem(
            'not_found',
            `User ${JSON.stringify(params.user)} has no session ${JSON.stringify(params.id)}.`,
          );
        const before = standing === undefined ? null : sessionView(ref, standing);
        await audit.append(
          auditEntry(actor, { action: 'session.delete', target: `${params.user}/${params.id}`, before }),
        );
        return reply.code(204).send(null);
      },
    );
  };
