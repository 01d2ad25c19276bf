import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Metering } from '../../metering/metering.ts';
import { Problem } from '../problem.ts';
import { listOf } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { filterOf } from './filter.ts';
import { requestDetailSchema, requestSchema, requestsQuery } from './schemas.ts';
import { requestDetailView, requestView } from './view.ts';

const tags = ['requests'];

/** The request log, as metering keeps it. */
export const requestRoutes =
  (metering: Metering): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/requests',
      {
        schema: {
          tags,
          summary: 'List model calls, newest first',
          querystring: requestsQuery,
          response: { 200: listOf(requestSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor, ...filter } }) => {
        const { events, nextCursor } = await metering.requests(filterOf(filter), { limit, cursor });
        return { data: events.map(requestView), next_cursor: nextCursor };
      },
    );

    app.get(
      '/requests/:id',
      {
        schema: {
          tags,
          summary: 'Read one model call, with why each key was chosen or passed over',
          params: idParams,
          response: { 200: requestDetailSchema, ...refusals },
        },
      },
      async ({ params }) => {
        const event = await metering.request(params.id);
        if (event === undefined)
          throw new Problem('not_found', `There is no request ${JSON.stringify(params.id)} in the log.`);
        return requestDetailView(event);
      },
    );
  };
