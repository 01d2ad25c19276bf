import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ChangeFeed, mostListeners } from '../../events/change-feed.ts';
import { eventStream } from '../../events/event-stream.ts';
import { topics } from '../../events/topics.ts';
import { readSession, type SignInParts } from '../../operator/sign-in.ts';
import { sessionCookie } from '../authenticate.ts';
import { Problem } from '../problem.ts';
import { refusals } from '../schemas/problem.ts';

const retryAfterMs = 30_000;
const eventsSchema = {
  description: `Server-sent events. \`changed\` has \`{"changed":[…]}\` with some of ${topics.join(', ')}: what to read again. A comment is a heartbeat.`,
  content: { 'text/event-stream': { schema: z.unknown().meta({ type: 'string' }) } },
};

export type EventParts = SignInParts & {
  readonly feed: ChangeFeed;
  /** Milliseconds of silence before a heartbeat; absent: as is usual. */
  readonly heartbeatMs?: number;
};

/** What keeps a dashboard live. */
export const eventRoutes =
  (parts: EventParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/events',
      {
        // A HEAD would never end.
        exposeHeadRoute: false,
        schema: {
          tags: ['events'],
          summary: 'Hear what changes, as it does',
          response: { 200: eventsSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const { feed, heartbeatMs } = parts;
        const token = request.actor.kind === 'dashboard' ? request.cookies[sessionCookie] : undefined;
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        // Gone while it was found out who asks: nobody is told of that any more.
        if (reply.raw.destroyed) gone.abort();
        const isStillIn = async () => token === undefined || (await isSignedIn(parts, token));
        const events = eventStream(feed, {
          isStillIn,
          signal: gone.signal,
          ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
        });
        if (events === undefined)
          throw new Problem('too_many_listeners', `At most ${mostListeners} may listen to one replica of control.`, {
            retryAfterMs,
          });
        return reply
          .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
          .send(Readable.from(events, { objectMode: false }));
      },
    );
    app.addHook('preClose', async () => parts.feed?.end());
  };

/** A Redis that is away says nothing about a session. */
const isSignedIn = (parts: SignInParts, token: string): Promise<boolean> =>
  readSession(parts, token).then(
    (session) => session !== undefined,
    () => true,
  );
