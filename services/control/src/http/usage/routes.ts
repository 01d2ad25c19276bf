import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Metering } from '../../metering/metering.ts';
import { filterOf } from '../requests/filter.ts';
import { refusals } from '../schemas/problem.ts';
import { usageQuery, usageSchema } from './schemas.ts';
import { usageView } from './view.ts';

/** Sums of usage. */
export const usageRoutes =
  (metering: Metering): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/usage',
      {
        schema: {
          tags: ['usage'],
          summary: 'Sum usage by day, model, user, key and provider, in any mix',
          querystring: usageQuery,
          response: { 200: usageSchema, ...refusals },
        },
      },
      async ({ query: { group_by, ...filter } }) => {
        const rows = await metering.usage(filterOf(filter), group_by);
        return { data: rows.map(usageView) };
      },
    );
  };
