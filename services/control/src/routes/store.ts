import type { Route } from '@palimpsest/domain';
import type { Stored } from '@palimpsest/state';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { ControlRegistry, StoredRoute } from '../registry-records.ts';

export type RouteView = {
  name: string;
  targets: { provider: Route['targets'][number]['provider']; model: string }[];
  system_prompt: string | null;
  created_at: string;
  updated_at: string;
};

export const routeView = (route: StoredRoute): RouteView => ({
  name: route.name,
  targets: route.targets.map(({ provider, model }) => ({ provider, model })),
  system_prompt: route.systemPrompt,
  created_at: new Date(route.createdAtMs).toISOString(),
  updated_at: new Date(route.updatedAtMs).toISOString(),
});

/** Creates or replaces the route of a name. `undefined`: somebody wrote it meanwhile. */
export async function putRoute(
  registry: ControlRegistry,
  actor: Actor,
  route: Route,
): Promise<{ readonly route: StoredRoute; readonly created: boolean } | undefined> {
  const from = await registry.get('routes', route.name);
  const now = Date.now();
  const value = { ...route, createdAtMs: from?.value.createdAtMs ?? now, updatedAtMs: now };
  const audit = auditEntry(actor, {
    action: from === undefined ? 'route.create' : 'route.update',
    target: route.name,
    before: from === undefined ? null : routeView(from.value),
    after: routeView(value),
  });
  const { outcome } = await registry.put('routes', { id: route.name, from, value, audit });
  return outcome === 'written' ? { route: value, created: from === undefined } : undefined;
}

/** `false`: somebody wrote the route meanwhile. */
export function deleteRoute(registry: ControlRegistry, actor: Actor, from: Stored<StoredRoute>): Promise<boolean> {
  const audit = { action: 'route.delete', target: from.id, before: routeView(from.value) };
  return registry.remove('routes', from, auditEntry(actor, audit));
}
