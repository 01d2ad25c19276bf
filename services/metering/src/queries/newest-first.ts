import type { LogRow } from '@palimpsest/state';

/** Merges streams that are each newest first, by time and then by request id, into one. */
export async function* newestFirst<Row extends LogRow>(streams: readonly AsyncGenerator<Row>[]): AsyncGenerator<Row> {
  const heads = await Promise.all(streams.map((stream) => stream.next()));
  for (;;) {
    let newest: { readonly index: number; readonly row: Row } | undefined;
    heads.forEach((head, index) => {
      if (head.done !== true && (newest === undefined || isNewer(head.value, newest.row)))
        newest = { index, row: head.value };
    });
    if (newest === undefined) return;
    yield newest.row;
    const next = await streams[newest.index]?.next();
    if (next !== undefined) heads[newest.index] = next;
  }
}

const isNewer = (a: LogRow, b: LogRow): boolean =>
  a.atMs === b.atMs ? a.row.request > b.row.request : a.atMs > b.atMs;
