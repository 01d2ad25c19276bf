import { newWebhookId } from '@palimpsest/runtime';
import type { Stored } from '@palimpsest/state';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { ControlRegistry, StoredWebhook } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { open } from '../vault/open.ts';
import { seal } from '../vault/seal.ts';
import { sealAndPut } from '../vault/seal-and-put.ts';
import type { WebhookEvent } from './alert-event.ts';
import { newWebhookSecret } from './signature.ts';

/** Each takes a share of the deliveries that are under way at once. */
export const mostWebhooks = 20;

export type WebhookStore = { readonly registry: ControlRegistry; readonly keyring: Keyring };

export type WebhookInput = {
  readonly name: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
};

/** As it was entered; never its secret. */
export const webhookConfigView = ({ id, name, url, events, createdAtMs }: StoredWebhook) => ({
  id,
  name,
  url,
  events: [...events],
  created_at: new Date(createdAtMs).toISOString(),
});

/** `outdated`: secrets are sealed under a master key that this control does not have. */
type WebhookWrite =
  | { readonly outcome: 'written'; readonly webhook: StoredWebhook; readonly secret: string }
  | { readonly outcome: 'conflict' | 'outdated' };

/** Enters a webhook. Its secret is given this once and stored sealed. */
export async function createWebhook(
  { registry, keyring }: WebhookStore,
  actor: Actor,
  input: WebhookInput,
): Promise<WebhookWrite> {
  const id = newWebhookId();
  const secret = newWebhookSecret();
  const createdAtMs = Date.now();
  const webhookUnder = (ring: Keyring): StoredWebhook => ({
    id,
    ...input,
    sealedSecret: seal(ring, `webhook|${id}`, Buffer.from(secret)),
    createdAtMs,
  });
  let webhook = webhookUnder(keyring);
  const audit = auditEntry(actor, { action: 'webhook.create', target: id, after: webhookConfigView(webhook) });
  const { outcome } = await sealAndPut(keyring, (ring) => {
    webhook = webhookUnder(ring);
    return registry.putSealed('webhooks', { id, from: undefined, value: webhook, audit }, ring.newest);
  });
  if (outcome === 'written') return { outcome, webhook, secret };
  return { outcome: outcome === 'outdated' ? outcome : 'conflict' };
}

/** `false`: somebody wrote the webhook meanwhile. */
export function deleteWebhook(registry: ControlRegistry, actor: Actor, from: Stored<StoredWebhook>): Promise<boolean> {
  const audit = { action: 'webhook.delete', target: from.id, before: webhookConfigView(from.value) };
  return registry.remove('webhooks', from, auditEntry(actor, audit));
}

/** `undefined` where it was sealed under another master key, or damaged. */
export function openWebhookSecret(keyring: Keyring, { id, sealedSecret }: StoredWebhook): string | undefined {
  const opened = open(keyring, `webhook|${id}`, sealedSecret);
  return opened.opened ? opened.secret.toString() : undefined;
}
