import { createHash } from 'node:crypto';
import type { Json } from '@palimpsest/domain';

const usualDimensions = 8;

/** The vector of an input: the same for the same input, of the length 1. Not of any meaning. */
export function vectorOf(input: Json | undefined, dimensions: Json | undefined): readonly number[] {
  const count = typeof dimensions === 'number' ? dimensions : usualDimensions;
  const raw = Array.from({ length: count }, (_, at) => {
    const digest = createHash('sha256')
      .update(`${at} ${JSON.stringify(input ?? null)}`)
      .digest();
    return digest.readInt16LE(0) / 32_768;
  });
  const length = Math.hypot(...raw);
  return raw.map((value) => Math.fround(value / length));
}
