import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoggedRequest, OperatorApi } from '@palimpsest/testkit';

const verifyLedger = join(import.meta.dirname, '../../../services/metering/src/verify-ledger.ts');

/** What `make verify-ledger` says of the books on the Redis that `environment` names, whether they agree or not. */
export async function ledgerReport(environment: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PALIMPSEST_ENV_FILE: '', ...environment };
  // It leaves with 1 where they differ, and has said how.
  return promisify(execFile)(process.execPath, [verifyLedger], { env }).then(
    ({ stdout }) => stdout,
    (refusal: { stdout: string; stderr: string }) => `${refusal.stdout}${refusal.stderr}`,
  );
}

/** All entries of a user, by request id. */
export async function entriesOf(operator: OperatorApi, user: string): Promise<ReadonlyMap<string, LoggedRequest>> {
  const entries = new Map<string, LoggedRequest>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ user, limit: '200', ...(cursor === '' ? {} : { cursor }) });
    const page: { data: LoggedRequest[]; next_cursor: string | null } = await operator.call(
      'GET',
      `/requests?${query.toString()}`,
    );
    for (const entry of page.data) entries.set(entry.id, entry);
    cursor = page.next_cursor;
  }
  return entries;
}
