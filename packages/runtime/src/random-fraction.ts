import { randomFillSync } from 'node:crypto';

// Asking for one byte costs nearly as much as asking for many.
const drawn = new Uint8Array(4096);
let used = drawn.length;

/** A fraction from 0 to below 1 in steps of 1/256, as unpredictable as the system's own random bytes. */
export function randomFraction(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const byte = drawn[used] ?? 0;
  used += 1;
  return byte / 256;
}
