import { quotaTag } from '@palimpsest/domain';
import type { AuditLog, KeyPool, VendorHealth } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ModelLists } from '../../provider-keys/model-lists.ts';
import { createKey, deleteKey, type KeyStore, type KeyWrite, updateKey } from '../../provider-keys/store.ts';
import type { StoredKey } from '../../registry-records.ts';
import { found, unlessConflict } from '../found.ts';
import { invalid, masterKeyOutdated, Problem } from '../problem.ts';
import { listOf, pageOf, pageQuery } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { type KeyAnswer, keySchema } from './answer.ts';
import { keyChangeBody, newKeyBody } from './body.ts';
import { changed } from './changed.ts';
import { type KeyViewParts, keyViews } from './view.ts';

export type KeyParts = KeyStore &
  KeyViewParts & {
    readonly pool: KeyPool;
    readonly health: VendorHealth;
    readonly audit: AuditLog;
    readonly modelLists: Pick<ModelLists, 'readSoon'>;
  };

const tags = ['keys'];

/** Provider keys: entered, listed, changed, deleted. */
export const keyRoutes =
  (parts: KeyParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/keys',
      {
        schema: { tags, summary: 'Store a provider key', body: newKeyBody, response: { 201: keySchema, ...refusals } },
      },
      async (request, reply) => {
        const { input, secret } = request.body;
        const key = writtenKey(await createKey(parts, request.actor, input, secret));
        parts.modelLists.readSoon(key.id);
        return reply.code(201).send(await keyView(parts, key));
      },
    );

    app.get(
      '/keys',
      {
        schema: {
          tags,
          summary: 'List provider keys with how they stand',
          querystring: z.strictObject(pageQuery),
          response: { 200: listOf(keySchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const records = await parts.registry.page('provider-keys', { after: cursor, limit: limit + 1 });
        const { data, next_cursor } = pageOf(records, limit, ({ id }) => id);
        const views = await keyViews(
          parts,
          data.map(({ value }) => value),
        );
        return { data: views, next_cursor };
      },
    );

    app.get(
      '/keys/:id',
      { schema: { tags, summary: 'Read a provider key', params: idParams, response: { 200: keySchema, ...refusals } } },
      async ({ params }) => keyView(parts, (await found(parts.registry, 'provider-keys', params.id)).value),
    );

    app.patch(
      '/keys/:id',
      {
        schema: {
          tags,
          summary: 'Change a provider key; what is absent stays, null brings the default back',
          params: idParams,
          body: keyChangeBody,
          response: { 200: keySchema, ...refusals },
        },
      },
      async ({ params, body, actor }) => {
        const { key, left } = await changed(parts.registry, params.id, async (from) => {
          const write = await updateKey(parts, actor, from, body.change, body.secret);
          return write.outcome === 'conflict' ? undefined : { key: writtenKey(write), left: quotaTag(from.value) };
        });
        parts.modelLists.readSoon(key.id);
        const joined = quotaTag(key);
        if (left !== joined) await parts.pool.carry({ key: key.id, from: left, to: joined });
        return keyView(parts, key);
      },
    );

    app.delete(
      '/keys/:id',
      {
        schema: { tags, summary: 'Delete a provider key', params: idParams, response: { 204: z.null(), ...refusals } },
      },
      async ({ params, actor }, reply) => {
        const key = await changed(parts.registry, params.id, async (from) =>
          (await deleteKey(parts, actor, from)) ? from.value : undefined,
        );
        await Promise.all([
          parts.pool.forget({ tag: quotaTag(key), key: key.id }),
          parts.health.forgive(key.vendor, key.id),
        ]);
        return reply.code(204).send(null);
      },
    );
  };

export async function keyView(parts: KeyViewParts, key: StoredKey): Promise<KeyAnswer> {
  const [view] = await keyViews(parts, [key]);
  if (view === undefined) throw new Error('one key gives one view');
  return view;
}

function writtenKey(write: KeyWrite): StoredKey {
  switch (write.outcome) {
    case 'written':
      return write.key;
    case 'faulty':
      throw invalid(write.faults);
    case 'duplicate':
      throw new Problem(
        'duplicate_secret',
        `The key ${JSON.stringify(write.holder.name)} (${write.holder.id}) has the same secret for the same address.`,
        { conflictsWith: write.holder },
      );
    case 'outdated':
      throw masterKeyOutdated();
    case 'conflict':
      return unlessConflict<StoredKey>(undefined);
  }
}
