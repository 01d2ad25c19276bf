import type { AuditLog, LoggedAudit } from '@palimpsest/state';
import { type Found, lookThrough, type Reach } from '../look-through.ts';
import type { Actor } from './audit-entry.ts';

/** What operator actions are narrowed to; all of it must hold. */
export type AuditFilter = {
  readonly actor?: Actor['kind'] | undefined;
  /** `key.update`, or `key` for whatever was done to keys. */
  readonly action?: string | undefined;
  /** The whole id or name of what was acted on. */
  readonly target?: string | undefined;
  /** Unix ms, included. */
  readonly from?: number | undefined;
  /** Unix ms, excluded. */
  readonly to?: number | undefined;
};

// An entry holds what was before and after, which may be some kilobytes each.
const reach: Reach = { most: 5_000, together: 500 };

/** At most `limit` actions, newest first, after a cursor. The log is ordered by time alone: for the rest it is looked through, a part in each call. */
export function findEntries(
  audit: AuditLog,
  { actor, action, target, from, to }: AuditFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  within = reach,
): Promise<Found<LoggedAudit>> {
  const isLike = (entry: LoggedAudit) =>
    (actor === undefined || entry.actor === actor) &&
    (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`)) &&
    (target === undefined || entry.target === target);
  const list = {
    read: (before: string | undefined, count: number) => audit.page({ before, fromMs: from, toMs: to, limit: count }),
    placeOf: ({ cursor }: LoggedAudit) => cursor,
    isLike,
  };
  const isNarrowed = actor !== undefined || action !== undefined || target !== undefined;
  return lookThrough(list, { after, limit }, isNarrowed ? within : { most: limit, together: limit });
}
