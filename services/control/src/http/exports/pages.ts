import type { RequestFilter } from '@palimpsest/contracts';
import type { AuditLog } from '@palimpsest/state';
import type { z } from 'zod';
import { type AuditFilter, findEntries } from '../../audit/find-entries.ts';
import type { Metering } from '../../metering/metering.ts';
import type { auditSchema } from '../audit/schemas.ts';
import { auditView } from '../audit/view.ts';
import type { requestSchema } from '../requests/schemas.ts';
import { requestView } from '../requests/view.ts';

const perPage = 200;

/** The whole request log that the filter lets through, newest first. What arrives meanwhile is left out. */
export async function* requestPages(
  metering: Metering,
  filter: RequestFilter,
): AsyncGenerator<readonly z.output<typeof requestSchema>[], void> {
  let cursor: string | undefined;
  do {
    const { events, nextCursor } = await metering.requests(filter, { limit: perPage, cursor });
    yield events.map(requestView);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Every operator action that the filter lets through, newest first. */
export async function* auditPages(
  audit: AuditLog,
  filter: AuditFilter,
): AsyncGenerator<readonly z.output<typeof auditSchema>[], void> {
  let after: string | undefined;
  do {
    const { found, next } = await findEntries(audit, filter, { after, limit: perPage });
    yield found.map(auditView);
    after = next;
  } while (after !== undefined);
}

/** What came in one answer, written piece by piece. */
export async function* slices<Row, View>(
  rows: readonly Row[],
  view: (row: Row) => View,
): AsyncGenerator<readonly View[], void> {
  for (let at = 0; at < rows.length; at += perPage) yield rows.slice(at, at + perPage).map(view);
}
