import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenHost } from '@palimpsest/domain';

/**
 * Resolves names as Node does, and refuses one that leads to a link-local or metadata address: what was checked when an address was
 * entered may resolve elsewhere when it is called. Fails with the code `FORBIDDEN_ADDRESS`.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return callback(error, '');
    if (addresses.some(({ address }) => isForbiddenHost(address))) {
      const refusal = new Error(`${hostname} resolves to a link-local or metadata address`);
      return callback(Object.assign(refusal, { code: 'FORBIDDEN_ADDRESS' }), '');
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
