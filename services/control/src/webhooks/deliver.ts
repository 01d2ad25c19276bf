import type { Logger } from '@palimpsest/runtime';
import type { AlertLog, AlertMessage, AlertMessages, DueMessage } from '@palimpsest/state';
import type { StoredWebhook } from '../registry-records.ts';
import { alertEvent } from './alert-event.ts';
import { type Outgoing, type Sending, type Sent, sendMessage } from './send.ts';
import { openWebhookSecret, type WebhookStore } from './store.ts';

export type DeliveryParts = WebhookStore &
  Sending & {
    readonly alerts: AlertLog;
    readonly messages: AlertMessages;
    readonly logger: Pick<Logger, 'info' | 'warn'>;
    /** Told of every attempt. */
    readonly onSent?: (result: 'delivered' | 'failed' | 'given_up') => void;
    /** Milliseconds before each further attempt; after the last of them a message is given up. */
    readonly delaysMs?: readonly number[];
  };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const usualDelaysMs = [5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];

const gone = 410;
const unreadable: Sent = { ok: false, status: null, reason: 'its secret cannot be opened', latencyMs: 0 };

/** Finds out who gets a message, or sends it to who does. What fails is tried again later, by any replica. */
export const dealWith = (parts: DeliveryParts, message: DueMessage, signal: AbortSignal): Promise<void> =>
  message.webhook === undefined ? spread(parts, message) : deliver(parts, message, signal);

async function spread({ registry, messages, logger }: DeliveryParts, message: AlertMessage): Promise<void> {
  const receivers: string[] = [];
  for await (const { value } of registry.all('webhooks'))
    if (value.events.includes(`alert.${message.change}`)) receivers.push(value.id);
  const added = await messages.spread(message, receivers);
  if (added < receivers.length)
    logger.warn({ alert: message.alert, receivers: receivers.length, added }, 'too many messages to webhooks wait');
}

async function deliver(parts: DeliveryParts, message: DueMessage, signal: AbortSignal): Promise<void> {
  const { messages, registry, alerts, onSent = () => undefined, delaysMs = usualDelaysMs } = parts;
  const id = message.webhook ?? '';
  const [webhook, alert] = await Promise.all([registry.get('webhooks', id), alerts.get(message.alert)]);
  // Deleted, or an alert that was forgotten: there is nobody to tell, or nothing.
  if (webhook === undefined || alert === undefined) return messages.done(message);
  const sent = await sendTo(parts, webhook.value, alertEvent(alert, message.change), signal);
  // Cut off by our own stop: its lease ends, and another replica sends it.
  if (signal.aborted && !sent.ok) return;
  const { ok, status, reason } = sent;
  await messages.noteResult(id, { atMs: Date.now(), ok, status, reason });
  if (ok) {
    onSent('delivered');
    return messages.done(message);
  }
  const delayMs = status === gone ? undefined : delaysMs[message.failed];
  const place = { webhook: id, alert: message.alert, status, reason };
  if (delayMs === undefined) {
    onSent('given_up');
    parts.logger.warn(place, 'a message to a webhook is given up');
    return messages.done(message);
  }
  onSent('failed');
  parts.logger.info({ ...place, again_ms: delayMs }, 'a message to a webhook was not taken');
  // Up to a tenth later, so that what failed together does not come again together.
  return messages.putOff(message, delayMs * (1 + Math.random() / 10));
}

/** One delivery of one message; a secret that nobody can open is a failure like another. */
export function sendTo(
  parts: WebhookStore & Sending,
  webhook: StoredWebhook,
  message: Outgoing['message'],
  signal: AbortSignal,
): Promise<Sent> | Sent {
  const secret = openWebhookSecret(parts.keyring, webhook);
  return secret === undefined ? unreadable : sendMessage(parts, { url: webhook.url, secret, message }, signal);
}
