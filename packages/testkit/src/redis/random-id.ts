import { randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A fresh 26-character id in the alphabet of a ULID, so that tests which share a Redis never meet: `randomId('usr')` is `usr_…`. */
export function randomId(kind: string): string {
  const body = Array.from(randomBytes(26), (byte, at) => CROCKFORD[at === 0 ? byte % 8 : byte % 32]).join('');
  return `${kind}_${body}`;
}
