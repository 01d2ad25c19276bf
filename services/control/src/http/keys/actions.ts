import { type ProviderKeyId, quotaTag } from '@palimpsest/domain';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Actor, auditEntry } from '../../audit/audit-entry.ts';
import type { TestKey } from '../../provider-keys/test-key.ts';
import type { StoredKey } from '../../registry-records.ts';
import { found } from '../found.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { keySchema, testSchema } from './answer.ts';
import { suspendBody } from './body.ts';
import { type KeyParts, keyView } from './routes.ts';

const tags = ['keys'];
const resetSchema = z
  .object({ keys: z.int().meta({ description: 'How many keys were reset.' }) })
  .meta({ id: 'Reset' });

/** What is done with a provider key at hand: suspend, resume, test, reset all. */
export const keyActions =
  (parts: KeyParts & { readonly test: TestKey }): FastifyPluginAsyncZod =>
  async (app) => {
    const audit = (
      actor: Actor,
      action: string,
      target: string,
      after?: { readonly [member: string]: string | boolean },
    ) => parts.audit.append(auditEntry(actor, { action, target, ...(after === undefined ? {} : { after }) }));

    app.post(
      '/keys/:id/suspend',
      {
        schema: {
          tags,
          summary: 'Take a key out of use until it is resumed',
          params: idParams,
          body: suspendBody,
          response: { 200: keySchema, ...refusals },
        },
      },
      async ({ params, body, actor }) => {
        const { value } = await found(parts.registry, 'provider-keys', params.id);
        const reason = body?.reason ?? 'suspended by the operator';
        await parts.pool.mark({ ...refOf(value), state: 'suspended', until: 'by-hand', reason });
        await audit(actor, 'key.suspend', value.id, { reason });
        return keyView(parts, value);
      },
    );

    app.post(
      '/keys/:id/resume',
      {
        schema: {
          tags,
          summary: 'End a suspension, and with it cooldown, exhaustion and model states',
          params: idParams,
          response: { 200: keySchema, ...refusals },
        },
      },
      async ({ params, actor }) => {
        const { value } = await found(parts.registry, 'provider-keys', params.id);
        await parts.pool.resume(refOf(value));
        await parts.health.forgive(value.vendor, value.id);
        await audit(actor, 'key.resume', value.id);
        return keyView(parts, value);
      },
    );

    app.post(
      '/keys/:id/test',
      {
        schema: {
          tags,
          summary: "Ask the provider whether it takes the key; changes nothing of the key's state, whatever comes",
          params: idParams,
          response: { 200: testSchema, ...refusals },
        },
      },
      async ({ params, actor }) => {
        const { value } = await found(parts.registry, 'provider-keys', params.id);
        const result = await parts.test(value);
        await audit(actor, 'key.test', value.id, { ok: result.ok, class: result.class });
        return result;
      },
    );

    app.post(
      '/keys/reset',
      {
        schema: {
          tags,
          summary: 'End every cooldown and exhaustion, clear the stops of vendors and their windows; suspensions stay',
          response: { 200: resetSchema, ...refusals },
        },
      },
      async ({ actor }) => {
        const keysByTag = new Map<string, ProviderKeyId[]>();
        const vendors = new Set<string>();
        let keys = 0;
        for await (const { value } of parts.registry.all('provider-keys')) {
          const { tag, key } = refOf(value);
          keysByTag.set(tag, [...(keysByTag.get(tag) ?? []), key]);
          vendors.add(value.vendor);
          keys += 1;
        }
        for (const [tag, ofTag] of keysByTag) await parts.pool.reset({ tag, keys: ofTag });
        for (const vendor of vendors) await parts.health.clear(vendor);
        await audit(actor, 'key.reset', 'all keys');
        return { keys };
      },
    );
  };

const refOf = (key: StoredKey) => ({ tag: quotaTag(key), key: key.id });
