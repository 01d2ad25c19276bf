import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** The code of the error where a name leads elsewhere than to the public internet. */
export const notPublic = 'NOT_PUBLIC';

/** Node's way to resolve a name to all its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves names as Node does, for the connection that is being made: what was checked is what is connected to, whatever the name says
 * a moment later. One address that is not public is enough to refuse the name.
 */
export const publicLookup =
  (isPublic: (address: string) => boolean, resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return callback(error, '');
      if (!addresses.every(({ address }) => isPublic(address))) {
        const refusal = new Error(`${hostname} is not at a public address`);
        return callback(Object.assign(refusal, { code: notPublic }), '');
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
