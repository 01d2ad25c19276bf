import { userId } from '@palimpsest/domain';
import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Actor, auditEntry } from '../../audit/audit-entry.ts';
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

    const forget = async (user: string, session: string, actor: Actor): Promise<void> => {
      const ref = { user: userId(user), session };
      const standing = await lists.turns.standing(ref);
      const [forgotten] = await Promise.all([lists.turns.forget(ref), lists.activity.drop(user, session)]);
      if (!forgotten)
        throw new Problem('not_found', `User ${JSON.stringify(user)} has no session ${JSON.stringify(session)}.`);
      const before = standing === undefined ? null : sessionView(ref, standing);
      await audit.append(auditEntry(actor, { action: 'session.delete', target: `${user}/${session}`, before }));
    };
    const response = { 204: z.null(), ...refusals };

    app.delete(
      '/sessions/:user/:id',
      {
        schema: {
          tags,
          summary: 'Forget a session: its stored turns are gone, the request log stays',
          params: sessionParams,
          response,
        },
      },
      async ({ params: { user, id }, actor }, reply) => {
        await forget(user, id, actor);
        return reply.code(204).send(null);
      },
    );

    // A client that tidies addresses takes `.` and `..` out of a path, percent-encoded too, and some a `%2F`.
    app.delete(
      '/sessions/:user',
      {
        schema: {
          tags,
          summary: 'Forget a session whose id is no good part of a path, such as `.` or `..`',
          params: sessionParams.pick({ user: true }),
          querystring: z.strictObject({ id: sessionParams.shape.id }),
          response,
        },
      },
      async ({ params: { user }, query: { id }, actor }, reply) => {
        await forget(user, id, actor);
        return reply.code(204).send(null);
      },
    );
  };
