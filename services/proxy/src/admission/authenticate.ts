import { hash } from 'node:crypto';
import { GatewayError } from '@palimpsest/domain';
import type { Caller } from '../inbound.ts';
import { type RequestHeaders, single } from '../request-headers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Who presents this gateway key: `Authorization: Bearer pgw_live_…` or `x-api-key`. Known by its SHA-256 alone. */
export function authenticate(headers: RequestHeaders, snapshot: Snapshot): Caller | GatewayError {
  const presented = presentedKey(headers);
  if (presented === undefined)
    return new GatewayError('invalid_api_key', "No gateway key was given: send 'Authorization: Bearer pgw_live_…'.");
  const found = snapshot.userByKeyHash(hash('sha256', presented));
  return found ?? new GatewayError('invalid_api_key', 'This gateway key is not known here, or was revoked.');
}

function presentedKey(headers: RequestHeaders): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(single(headers.authorization) ?? '')?.[1];
  const key = bearer ?? single(headers['x-api-key']);
  return key === undefined || key === '' ? undefined : key;
}
