import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * `length` letters and digits in the place of an id that a provider refuses for its length or alphabet. The same id always gets the same
 * ones, so that a call and its result find each other in every request without anything being stored.
 */
export function hashedId(id: string, length: number): string {
  const digest = createHash('sha256').update(id).digest();
  return Array.from({ length }, (_, at) => alphabet[(digest[at] ?? 0) % alphabet.length]).join('');
}
