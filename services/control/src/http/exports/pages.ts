import type { RequestFilter } from '@palimpsest/contracts';
import type { AuditLog } from '@palimpsest/state';
import type { z } from 'zod';
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

/** Every operator action, newest first. */
export async function* auditPages(audit: AuditLog): AsyncGenerator<readonly z.output<typeof auditSchema>[], void> {
  let before: string | undefined;
  do {
    const entries = await audit.page({ before, limit: perPage });
    yield entries.map(auditView);
    before = entries.length < perPage ? undefined : entries.at(-1)?.cursor;
  } while (before !== undefined);
}

/** What came in one answer, written piece by piece. */
export async function* slices<Row, View>(
  rows: readonly Row[],
  view: (row: Row) => View,
): AsyncGenerator<readonly View[], void> {
  for (let at = 0; at < rows.length; at += perPage) yield rows.slice(at, at + perPage).map(view);
}
