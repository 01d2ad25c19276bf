import {
  type AuditId,
  auditId,
  type GatewayKeyId,
  gatewayKeyId,
  idPrefix,
  type PriceId,
  type ProviderKeyId,
  priceId,
  providerKeyId,
  type RequestId,
  requestId,
  type UserId,
  userId,
} from '@palimpsest/domain';
import { ulid as ulidFrom } from 'ulid';
import { randomFraction } from './random-fraction.ts';

// By itself the library asks the system sixteen times for each id.
const ulid = (): string => ulidFrom(undefined, randomFraction);

// Every id is `<kind>_<26-character ULID>`: its first ten characters are the time, so ids sort as they were made.
export const newRequestId = (): RequestId => requestId(`${idPrefix.request}_${ulid()}`);
export const newProviderKeyId = (): ProviderKeyId => providerKeyId(`${idPrefix.providerKey}_${ulid()}`);
export const newUserId = (): UserId => userId(`${idPrefix.user}_${ulid()}`);
export const newGatewayKeyId = (): GatewayKeyId => gatewayKeyId(`${idPrefix.gatewayKey}_${ulid()}`);
export const newPriceId = (): PriceId => priceId(`${idPrefix.price}_${ulid()}`);
export const newAuditId = (): AuditId => auditId(`${idPrefix.audit}_${ulid()}`);
export const newAlertId = (): string => `${idPrefix.alert}_${ulid()}`;
export const newWebhookId = (): string => `${idPrefix.webhook}_${ulid()}`;
export const newDataKeyId = (): string => `${idPrefix.dataKey}_${ulid()}`;
