import type { Json } from '@palimpsest/domain';

/** A JSON value as an error message shows it: strings bare, everything else as JSON, nothing as `null`. */
export const shown = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
