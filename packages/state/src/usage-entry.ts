/** One entry of the usage stream. `request` or `event` is empty where the entry is not of our making. */
export type UsageEntry = { readonly id: string; readonly request: string; readonly event: Uint8Array };

/** What alternates in a flat list: names and values. */
export const pairs = <Value>(flat: readonly Value[]): Map<string, Value | undefined> =>
  new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[String(name), flat[index + 1]] as const] : [])));

export type RawEntry = readonly [id: Buffer, fields: readonly Buffer[] | null];

export const entriesFrom = (raw: readonly RawEntry[]): UsageEntry[] =>
  raw.map(([id, fields]) => {
    const found = pairs(fields ?? []);
    return {
      id: String(id),
      request: String(found.get('request') ?? ''),
      event: found.get('event') ?? new Uint8Array(),
    };
  });
