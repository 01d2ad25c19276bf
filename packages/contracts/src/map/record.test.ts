import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type ConfigRecord,
  type DataKey,
  formatUsd,
  gatewayKeyId,
  type Limit,
  type Price,
  priceId,
  providerKeyId,
  providerNames,
  type Route,
  type ServingKey,
  type User,
  userId,
} from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { recordFromProto, recordToProto } from './record.ts';
import { recordIdFromProto, recordIdToProto } from './record-id.ts';
import { recordParts } from './record-parts.ts';

const text = fc.string({ minLength: 1 });
const money = fc.bigInt({ min: 0n, max: 2n ** 60n });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const period = fc.record({
  period: fc.constantFrom('minute' as const, 'day' as const, 'month' as const),
  timeZone: text,
  models: optional(fc.array(text, { minLength: 1, maxLength: 3 })),
  enforce: fc.boolean(),
});
const limit: fc.Arbitrary<Limit> = fc.oneof(
  fc.record({ metric: fc.constant('concurrent' as const), amount: fc.nat() }),
  fc
    .tuple(fc.record({ metric: fc.constantFrom('requests' as const, 'tokens' as const), amount: fc.nat() }), period)
    .map(([what, when]) => ({ ...what, ...when })),
  fc
    .tuple(fc.record({ metric: fc.constant('cost' as const), amount: money.map(formatUsd) }), period)
    .map(([what, when]) => ({ ...what, ...when })),
);
const limits = fc.array(limit, { maxLength: 3 });

const key: fc.Arbitrary<ServingKey> = fc.record({
  id: text.map(providerKeyId),
  name: text,
  provider: fc.constantFrom(...providerNames),
  baseUrl: text,
  vendor: text,
  models: fc.array(fc.oneof(text, fc.record({ name: text, upstream: text })), { maxLength: 3 }),
  quotaGroup: optional(text),
  limits,
  timeouts: fc.record({ firstByteMs: fc.nat(), stallMs: fc.nat(), plainMs: fc.nat() }, { requiredKeys: [] }),
  enabled: fc.boolean(),
  secret: optional(fc.string({ minLength: 1, unit: 'binary' }).filter((value) => value.isWellFormed())),
  listedModels: fc.array(text, { maxLength: 3 }),
});
const user: fc.Arbitrary<User> = fc.record({
  id: text.map(userId),
  name: text,
  limits,
  models: optional(fc.array(text, { maxLength: 3 })),
  gatewayKeys: fc.array(fc.record({ id: text.map(gatewayKeyId), sha256: text }), { maxLength: 3 }),
});
const route: fc.Arbitrary<Route> = fc.record({
  name: text,
  targets: fc.array(fc.record({ provider: fc.constantFrom(...providerNames), model: text }), { maxLength: 3 }),
  systemPrompt: fc.option(fc.string()),
});
const price: fc.Arbitrary<Price> = fc.record({
  id: text.map(priceId),
  provider: text,
  vendor: optional(text),
  model: text,
  inputPerMillion: money,
  cachedInputPerMillion: optional(money),
  outputPerMillion: money,
  perRequest: money,
  effectiveFromMs: fc.nat({ max: 2 ** 45 }),
});
const dataKey: fc.Arbitrary<DataKey> = fc.record({
  id: text,
  key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  newest: fc.boolean(),
});

const record: fc.Arbitrary<ConfigRecord> = fc.oneof(
  fc.record({ kind: fc.constant('provider-key' as const), record: key }),
  fc.record({ kind: fc.constant('user' as const), record: user }),
  fc.record({ kind: fc.constant('route' as const), record: route }),
  fc.record({ kind: fc.constant('price' as const), record: price }),
  fc.record({ kind: fc.constant('data-key' as const), record: dataKey }),
);

const crossed = (entry: ConfigRecord): ConfigRecord =>
  recordFromProto(fromBinary(RecordSchema, toBinary(RecordSchema, recordToProto(entry))));

describe('a record of the configuration', () => {
  it('reaches the proxy as control had it', () => {
    fc.assert(
      fc.property(record, (entry) => {
        expect(crossed(entry)).toEqual(entry);
      }),
    );
  });

  it('is refused where this version does not know its kind', () => {
    expect(() => recordFromProto(create(RecordSchema))).toThrow('unknown kind');
  });

  it('is named by kind and id', () => {
    for (const kind of ['provider-key', 'user', 'route', 'price', 'data-key'] as const)
      expect(recordIdFromProto(recordIdToProto({ kind, id: 'x' }))).toEqual({ kind, id: 'x' });
  });
});

const unexpected = (_: ConfigRecord, error: unknown): void => expect.fail(String(error));

describe('parts', () => {
  it('hold every record once and in order, none larger than asked unless one record is', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.integer({ min: 50, max: 2000 }), (records, maxBytes) => {
        const parts = [...recordParts(records, maxBytes, unexpected)];
        expect(parts.flat().map(recordFromProto)).toEqual(records);
        for (const part of parts.filter(({ length }) => length > 1))
          expect(part.reduce((bytes, one) => bytes + toBinary(RecordSchema, one).length, 0)).toBeLessThanOrEqual(
            maxBytes,
          );
      }),
    );
  });

  it('are one, and empty, where there is no record', () => expect([...recordParts([], 100, unexpected)]).toEqual([[]]));
});
