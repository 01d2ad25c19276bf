/**
 * Cuts records, each in bytes, into parts of at most `maxBytes` as they come, save that a larger record is a part of its own.
 * At least one part, which may be empty.
 */
export function* recordParts(records: Iterable<Uint8Array>, maxBytes: number): Generator<Uint8Array[]> {
  let part: Uint8Array[] = [];
  let bytes = 0;
  for (const record of records) {
    if (part.length > 0 && bytes + record.length > maxBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(record);
    bytes += record.length;
  }
  yield part;
}
