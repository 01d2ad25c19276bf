import { family } from './key-family.ts';

/** What operators are told, and the messages about it that still have to go out. */
export const alertKeys = {
  alerts: family<[]>('hash', '{alerts}:alerts', 'the last 1,000', 'metering, control', 'alert id → the alert'),
  alertOrder: family<[]>(
    'zset',
    '{alerts}:order',
    'the last 1,000',
    'metering, control',
    'alert ids by the time they were raised in ms',
  ),
  alertMarks: family<[]>(
    'hash',
    '{alerts}:marks',
    'as the alert',
    'metering, control',
    'alert id and `ended` or `acknowledged` → when in ms, and by whom',
  ),
  openAlerts: family<[]>(
    'hash',
    '{alerts}:open',
    'until it is over',
    'metering, control',
    'kind and target → id of the alert that says so',
  ),
  pendingAlerts: family<[]>(
    'hash',
    '{alerts}:pending',
    'until it is over or an alert',
    'metering, control',
    'kind and target → since when it is so in ms, while that is too short for an alert',
  ),
  alertVersion: family<[]>(
    'string',
    '{alerts}:version',
    'kept',
    'metering, control',
    'number of the last change of any alert',
  ),
  alertRound: family<[]>(
    'string',
    '{alerts}:round',
    'one round of the rules',
    'metering',
    'some replica has looked at the rules in this round',
  ),
  dueMessages: family<[]>(
    'zset',
    '{alerts}:due',
    'until delivered or given up, at most 10,000',
    'metering, control',
    'messages to webhooks by the time they are due in ms',
  ),
  messageAttempts: family<[]>(
    'hash',
    '{alerts}:attempts',
    'as the message',
    'control',
    'message → deliveries that failed',
  ),
  webhookResults: family<[]>(
    'hash',
    '{alerts}:results',
    'as the webhook',
    'control',
    'webhook id → how its last delivery went',
  ),
};
