import { formatUsd } from '@palimpsest/domain';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Metering } from '../../metering/metering.ts';
import { filterOf } from '../requests/filter.ts';
import { refusals } from '../schemas/problem.ts';
import { usageQuery, usageSchema } from './schemas.ts';

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
        return {
          data: rows.map(({ userId, keyId, promptTokens, cachedTokens, completionTokens, totalTokens, ...row }) => ({
            ...row,
            user: userId,
            key: keyId,
            prompt_tokens: promptTokens,
            cached_tokens: cachedTokens,
            completion_tokens: completionTokens,
            total_tokens: totalTokens,
            cost: formatUsd(row.cost),
            operator_cost: formatUsd(row.operatorCost),
          })),
        };
      },
    );
  };
