import { newWebhookId } from '@palimpsest/runtime';
import type { AlertMessages, AuditLog, WebhookResult } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { StoredWebhook } from '../../registry-records.ts';
import { checkWebhookAddress } from '../../webhooks/address.ts';
import { sendTo } from '../../webhooks/deliver.ts';
import type { Sending } from '../../webhooks/send.ts';
import {
  createWebhook,
  deleteWebhook,
  mostWebhooks,
  type WebhookStore,
  webhookConfigView,
} from '../../webhooks/store.ts';
import { found, unlessConflict } from '../found.ts';
import { invalid, masterKeyOutdated } from '../problem.ts';
import { listOf, pageOf, pageQuery } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams, timeOf } from '../schemas/values.ts';
import { newWebhookSchema, webhookBody, webhookSchema, webhookTestSchema } from './schemas.ts';

export type WebhookRouteParts = WebhookStore & {
  readonly audit: AuditLog;
  readonly messages: AlertMessages;
  readonly sending: Sending;
};

const tags = ['webhooks'];

/** Who is told of alerts. */
export const webhookRoutes =
  (parts: WebhookRouteParts): FastifyPluginAsyncZod =>
  async (app) => {
    const { registry, audit, messages } = parts;

    app.post(
      '/webhooks',
      {
        schema: {
          tags,
          summary: 'Enter a webhook; its signing secret is shown this once',
          body: webhookBody,
          response: { 201: newWebhookSchema, ...refusals },
        },
      },
      async ({ body, actor }, reply) => {
        const address = checkWebhookAddress(body.url, parts.sending.allowPrivate);
        if ('fault' in address) throw invalid([{ path: 'url', message: address.fault }]);
        if ((await registry.count('webhooks')) >= mostWebhooks)
          throw invalid([{ path: 'body', message: `there may be at most ${mostWebhooks} webhooks; delete one first` }]);
        const write = await createWebhook(parts, actor, { ...body, url: address.url });
        if (write.outcome === 'outdated') throw masterKeyOutdated();
        const { webhook, secret } = unlessConflict(write.outcome === 'written' && write);
        return reply.code(201).send({ ...webhookView(webhook, undefined), secret });
      },
    );

    app.get(
      '/webhooks',
      {
        schema: {
          tags,
          summary: 'List webhooks and how their last delivery went',
          querystring: z.strictObject(pageQuery),
          response: { 200: listOf(webhookSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const records = await registry.page('webhooks', { after: cursor, limit: limit + 1 });
        const { data, next_cursor } = pageOf(records, limit, ({ id }) => id);
        const results = await messages.results(data.map(({ id }) => id));
        return { data: data.map(({ value }, index) => webhookView(value, results[index])), next_cursor };
      },
    );

    app.delete(
      '/webhooks/:id',
      {
        schema: {
          tags,
          summary: 'Delete a webhook; what still waited for it is not sent',
          params: idParams,
          response: { 204: z.null(), ...refusals },
        },
      },
      async ({ params, actor }, reply) => {
        const from = await found(registry, 'webhooks', params.id);
        unlessConflict(await deleteWebhook(registry, actor, from));
        await messages.forgetResult(from.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/webhooks/:id/test',
      {
        schema: {
          tags,
          summary: 'Send a signed message of the type `webhook.test` now, once, and say how it went',
          params: idParams,
          response: { 200: webhookTestSchema, ...refusals },
        },
      },
      async ({ params, actor }) => {
        const { value } = await found(registry, 'webhooks', params.id);
        const message = {
          id: `msg_${newWebhookId().replace(/^whk_/, '')}_test`,
          body: JSON.stringify({ type: 'webhook.test', timestamp: timeOf(Date.now()), data: { webhook: value.id } }),
        };
        const sent = await sendTo({ ...parts, ...parts.sending }, value, message, new AbortController().signal);
        const { ok, status, latencyMs } = sent;
        await messages.noteResult(value.id, { atMs: Date.now(), ok, status, reason: sent.reason });
        await audit.append(auditEntry(actor, { action: 'webhook.test', target: value.id, after: { ok, status } }));
        return { ok, status, reason: sent.reason || null, latency_ms: latencyMs };
      },
    );
  };

const webhookView = (webhook: StoredWebhook, last: WebhookResult | undefined): z.output<typeof webhookSchema> => ({
  ...webhookConfigView(webhook),
  last_delivery:
    last === undefined
      ? null
      : { at: timeOf(last.atMs), ok: last.ok, status: last.status, reason: last.reason || null },
});
