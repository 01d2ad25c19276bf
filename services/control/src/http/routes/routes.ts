import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ControlRegistry } from '../../registry-records.ts';
import { deleteRoute, putRoute, routeView } from '../../routes/store.ts';
import { found, unlessConflict } from '../found.ts';
import { invalid } from '../problem.ts';
import { listOf, pageOf, pageQuery } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { routeBody, routeParams, routeSchema } from './schemas.ts';

const tags = ['routes'];

/** Model routes: one public name over several targets. */
export const routeRoutes =
  (registry: ControlRegistry): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/routes/:name',
      {
        schema: {
          tags,
          summary: 'Create or replace a model route',
          params: routeParams,
          body: routeBody,
          response: { 200: routeSchema, 201: routeSchema, ...refusals },
        },
      },
      async ({ params: { name }, body, actor }, reply) => {
        if (body.name !== undefined && body.name !== name)
          throw invalid([{ path: 'name', message: `must be ${JSON.stringify(name)}, as in the address, or absent` }]);
        const input = { name, targets: body.targets, systemPrompt: body.system_prompt ?? null };
        const { route, created } = unlessConflict(await putRoute(registry, actor, input));
        return reply.code(created ? 201 : 200).send(routeView(route));
      },
    );

    app.get(
      '/routes',
      {
        schema: {
          tags,
          summary: 'List model routes',
          querystring: z.strictObject(pageQuery),
          response: { 200: listOf(routeSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const records = await registry.page('routes', { after: cursor, limit: limit + 1 });
        const { data, next_cursor } = pageOf(records, limit, ({ id }) => id);
        return { data: data.map(({ value }) => routeView(value)), next_cursor };
      },
    );

    app.get(
      '/routes/:name',
      {
        schema: {
          tags,
          summary: 'Read a model route',
          params: routeParams,
          response: { 200: routeSchema, ...refusals },
        },
      },
      async ({ params }) => routeView((await found(registry, 'routes', params.name)).value),
    );

    app.delete(
      '/routes/:name',
      {
        schema: {
          tags,
          summary: 'Delete a model route',
          params: routeParams,
          response: { 204: z.null(), ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'routes', params.name);
        unlessConflict(await deleteRoute(registry, actor, from));
        return reply.code(204).send(null);
      },
    );
  };
