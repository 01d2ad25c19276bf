import type { Overview } from '../../api/schema.gen.ts';

type Alerts = Overview['alerts'];

/** Alerts of a kind together, in the order in which the first of each kind comes. */
export function byKind(alerts: Alerts): readonly (readonly [kind: string, alerts: Alerts])[] {
  const kinds = new Map<string, Alerts>();
  for (const alert of alerts) kinds.set(alert.kind, [...(kinds.get(alert.kind) ?? []), alert]);
  return [...kinds];
}
