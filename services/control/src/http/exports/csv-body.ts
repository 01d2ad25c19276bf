import { Readable } from 'node:stream';
import { type Cell, csvRecord } from './csv.ts';

/** A column's heading, and what stands below it. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/**
 * The file as a stream: one page of rows is in memory at a time, and the next is asked for when the client has taken it. Throws what the
 * first page throws, before anything was sent; a later fault destroys the stream, so that no client takes a part for the whole.
 */
export async function csvBody<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncGenerator<readonly Row[], void>,
): Promise<Readable> {
  const first = await pages.next();
  return Readable.from(textOf(columns, first, pages));
}

async function* textOf<Row>(
  columns: readonly Column<Row>[],
  first: IteratorResult<readonly Row[], void>,
  pages: AsyncGenerator<readonly Row[], void>,
): AsyncGenerator<string, void> {
  try {
    yield csvRecord(columns.map(([heading]) => heading));
    for (let page = first; page.done !== true; page = await pages.next()) {
      const records = page.value.map((row) => csvRecord(columns.map(([, cell]) => cell(row))));
      if (records.length > 0) yield records.join('');
    }
  } finally {
    await pages.return();
  }
}

/** `name` is plain ASCII without quotes. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': `attachment; filename="${name}"`,
});
