import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ControlRegistry } from '../../registry-records.ts';
import { addGatewayKey, revokeGatewayKey } from '../../users/store.ts';
import { gatewayKeyView } from '../../users/view.ts';
import { found, unlessConflict } from '../found.ts';
import { Problem } from '../problem.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { newGatewayKeySchema } from './answer.ts';

const tags = ['users'];

/** Several gateway keys a user, so that one can be replaced without a gap. */
export const gatewayKeyRoutes =
  (registry: ControlRegistry): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/users/:id/gateway-keys',
      {
        schema: {
          tags,
          summary: 'Add a gateway key, shown this once',
          params: idParams,
          response: { 201: newGatewayKeySchema, ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'users', params.id);
        const { gatewayKey, text } = unlessConflict(await addGatewayKey(registry, actor, from));
        return reply.code(201).send({ ...gatewayKeyView(gatewayKey), gateway_key: text });
      },
    );

    app.delete(
      '/users/:id/gateway-keys/:kid',
      {
        schema: {
          tags,
          summary: 'Revoke a gateway key; every proxy refuses it within a second',
          params: idParams.extend({ kid: z.string().max(100) }),
          response: { 204: z.null(), ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'users', params.id);
        if (!from.value.gatewayKeys.some(({ id }) => id === params.kid))
          throw new Problem('not_found', `The user has no gateway key ${JSON.stringify(params.kid)}.`);
        unlessConflict(await revokeGatewayKey(registry, actor, from, params.kid));
        return reply.code(204).send(null);
      },
    );
  };
