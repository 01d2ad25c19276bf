/** A member of an address as a text; the router reads a text of digits as a number. `undefined`: it is none. */
export const searchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
