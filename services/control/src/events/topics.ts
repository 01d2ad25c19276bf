import type { Change } from '@palimpsest/state';

/** What a program may have read and should read again, by the names of the operator API's lists. */
export const topics = [
  'keys',
  'users',
  'routes',
  'prices',
  'requests',
  'usage',
  'overview',
  'sessions',
  'alerts',
  'alert-rules',
  'webhooks',
  'audit',
] as const;
export type Topic = (typeof topics)[number];

/** What follows from a change: a call changes what is left of limits, and an action may be on what is no record. */
const followsFrom: Record<Change, readonly Topic[]> = {
  'provider-keys': ['keys', 'overview'],
  users: ['users', 'overview'],
  routes: ['routes'],
  prices: ['prices'],
  'alert-rules': ['alert-rules'],
  webhooks: ['webhooks'],
  'data-keys': [],
  imports: [],
  audit: ['audit', 'keys', 'sessions', 'webhooks'],
  log: ['requests', 'usage', 'overview', 'sessions', 'keys', 'users'],
  alerts: ['alerts', 'overview'],
};

export const topicsOf = (changes: Iterable<Change>): Set<Topic> =>
  new Set([...changes].flatMap((change) => followsFrom[change]));
