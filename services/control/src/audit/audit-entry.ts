import type { Json } from '@palimpsest/domain';
import { newAuditId } from '@palimpsest/runtime';
import type { AuditEntry } from '@palimpsest/state';

/** Who acted: with the operator key, signed in at the dashboard, the import at start, or a command; and from which address. */
export type Actor = { readonly kind: 'operator' | 'dashboard' | 'import' | 'command'; readonly from: string | null };

/** What was done to what; `before` and `after` are the views of the operator API, which never hold a secret. */
export type Action = {
  readonly action: string;
  readonly target: string;
  readonly before?: Json;
  readonly after?: Json;
};

export const auditEntry = (actor: Actor, { action, target, before, after }: Action): AuditEntry => ({
  id: newAuditId(),
  actor: actor.kind,
  action,
  target,
  from: actor.from,
  before: before ?? null,
  after: after ?? null,
});
