import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deletePrice, priceView, putPrice } from '../../prices/store.ts';
import type { ControlRegistry } from '../../registry-records.ts';
import { found, unlessConflict } from '../found.ts';
import { listOf, pageOf, pageQuery } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { priceBody, priceSchema } from './schemas.ts';

const tags = ['prices'];

/** What tokens cost from when on. */
export const priceRoutes =
  (registry: ControlRegistry): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/prices',
      {
        schema: {
          tags,
          summary: 'Enter a price, or correct the one that holds from the same moment; entries of the log never change',
          body: priceBody,
          response: { 200: priceSchema, 201: priceSchema, ...refusals },
        },
      },
      async ({ body, actor }, reply) => {
        const { price, created } = unlessConflict(await putPrice(registry, actor, body));
        return reply.code(created ? 201 : 200).send(priceView(price));
      },
    );

    app.get(
      '/prices',
      {
        schema: {
          tags,
          summary: 'List prices',
          querystring: z.strictObject(pageQuery),
          response: { 200: listOf(priceSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const records = await registry.page('prices', { after: cursor, limit: limit + 1 });
        const { data, next_cursor } = pageOf(records, limit, ({ id }) => id);
        return { data: data.map(({ value }) => priceView(value)), next_cursor };
      },
    );

    app.delete(
      '/prices/:id',
      { schema: { tags, summary: 'Delete a price', params: idParams, response: { 204: z.null(), ...refusals } } },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'prices', params.id);
        unlessConflict(await deletePrice(registry, actor, from));
        return reply.code(204).send(null);
      },
    );
  };
