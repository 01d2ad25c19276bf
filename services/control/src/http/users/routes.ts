import type { UserQuota } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ControlRegistry } from '../../registry-records.ts';
import { findUsers } from '../../users/find-users.ts';
import { createUser, deleteUser, updateUser } from '../../users/store.ts';
import { found, unlessConflict } from '../found.ts';
import { listOf } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { newUserSchema, userSchema } from './answer.ts';
import { newUserBody, userChangeBody } from './body.ts';
import { usersQuery } from './query.ts';
import { userView } from './view.ts';

export type UserParts = { readonly registry: ControlRegistry; readonly quota: UserQuota };

const tags = ['users'];

/** Who may call the gateway. */
export const userRoutes =
  ({ registry, quota }: UserParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/users',
      {
        schema: {
          tags,
          summary: 'Create a user with a first gateway key, shown this once',
          body: newUserBody,
          response: { 201: newUserSchema, ...refusals },
        },
      },
      async ({ body, actor }, reply) => {
        const { user, text } = unlessConflict(await createUser(registry, actor, body));
        return reply.code(201).send({ ...(await userView(quota, user)), gateway_key: text });
      },
    );

    app.get(
      '/users',
      {
        schema: {
          tags,
          summary: 'List users with what is left of their limits',
          querystring: usersQuery,
          response: { 200: listOf(userSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor, ...filter } }) => {
        const { found: users, next } = await findUsers(registry, filter, { after: cursor, limit });
        return { data: await Promise.all(users.map((user) => userView(quota, user))), next_cursor: next ?? null };
      },
    );

    app.get(
      '/users/:id',
      { schema: { tags, summary: 'Read a user', params: idParams, response: { 200: userSchema, ...refusals } } },
      async ({ params }) => userView(quota, (await found(registry, 'users', params.id)).value),
    );

    app.patch(
      '/users/:id',
      {
        schema: {
          tags,
          summary: 'Change a user; what is absent stays, null clears',
          params: idParams,
          body: userChangeBody,
          response: { 200: userSchema, ...refusals },
        },
      },
      async ({ params, body, actor }) => {
        const from = await found(registry, 'users', params.id);
        return userView(quota, unlessConflict(await updateUser(registry, actor, from, body)));
      },
    );

    app.delete(
      '/users/:id',
      {
        schema: {
          tags,
          summary: 'Delete a user; all gateway keys of the user end with it',
          params: idParams,
          response: { 204: z.null(), ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'users', params.id);
        unlessConflict(await deleteUser(registry, actor, from));
        await quota.forget(from.value.id);
        return reply.code(204).send(null);
      },
    );
  };
