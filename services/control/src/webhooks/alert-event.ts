import type { LoggedAlert } from '@palimpsest/state';

/** What a webhook may be told of. */
export const webhookEvents = ['alert.raised', 'alert.ended'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * What a webhook is told of an alert. Every delivery of one message has the same id and body, whatever became of the alert since, so
 * that its receiver can tell a repeat.
 */
export function alertEvent(
  alert: LoggedAlert,
  change: 'raised' | 'ended',
): { readonly id: string; readonly body: string } {
  const { id, kind, target, message, raisedAtMs } = alert;
  const at = new Date(raisedAtMs).toISOString();
  const endedAt = change === 'ended' && alert.endedAtMs !== null ? new Date(alert.endedAtMs).toISOString() : null;
  return {
    id: `msg_${id.replace(/^alr_/, '')}_${change}`,
    body: JSON.stringify({
      type: `alert.${change}` satisfies WebhookEvent,
      timestamp: endedAt ?? at,
      data: { id, kind, target, message, at, ended_at: endedAt },
    }),
  };
}
