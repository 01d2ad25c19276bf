import type { Json } from '@palimpsest/domain';

/** Characters. Far more than the API takes, and written in well under a second. */
const mostWritten = 4_000_000;

/**
 * The room that all schemas of one request have together. References and `allOf` let a few lines of schema be written out to any size, so
 * whatever is written or put together takes its size of it, in characters, roughly.
 */
export class SchemaRoom {
  #left = mostWritten;

  /** Whether so much more fits. Once something does not, nothing does. */
  take(characters: number): boolean {
    this.#left = characters > this.#left ? 0 : this.#left - characters;
    return this.#left > 0;
  }
}

/** Characters of a schema itself, without the schemas in it. */
export function sizeOf(value: Json | undefined, levels = 2): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  if (levels === 0) return 2;
  let size = 2;
  if (Array.isArray(value)) for (const entry of value as readonly Json[]) size += sizeOf(entry, levels - 1);
  else for (const [name, member] of Object.entries(value)) size += name.length + 3 + sizeOf(member, levels - 1);
  return size;
}
