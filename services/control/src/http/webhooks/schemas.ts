import { z } from 'zod';
import { webhookEvents } from '../../webhooks/alert-event.ts';
import { idOf, name, time } from '../schemas/values.ts';

const events = z
  .array(z.enum(webhookEvents))
  .min(1, { error: 'must name at least one event; absent stands for all' })
  .transform((list) => [...new Set(list)]);

export const webhookBody = z
  .strictObject({
    url: z.string().min(1).max(2000).meta({
      description: 'Where messages are posted. It is stored and shown as it is: a secret does not belong in it.',
    }),
    name: name.nullish(),
    events: events.nullish(),
  })
  .transform((body) => ({ url: body.url, name: body.name ?? null, events: body.events ?? webhookEvents }));

const lastDelivery = z.object({
  at: time,
  ok: z.boolean(),
  status: z.int().nullable().meta({ description: '`null` where there was no answer.' }),
  reason: z.string().nullable().meta({ description: '`null` where it went well.' }),
});

export const webhookSchema = z
  .object({
    id: idOf('whk'),
    name: z.string().nullable(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    created_at: time,
    last_delivery: lastDelivery.nullable(),
  })
  .meta({ id: 'Webhook' });

export const newWebhookSchema = z
  .object({
    ...webhookSchema.shape,
    secret: z.string().meta({
      description: '`whsec_` and base64: the key by which the receiver checks signatures. Shown this once.',
    }),
  })
  .meta({ id: 'NewWebhook' });

export const webhookTestSchema = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    latency_ms: z.int(),
  })
  .meta({ id: 'WebhookTest' });
