import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
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
import { RecordSchema, UserSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { decodeRecord, encodeRecord } from './record.ts';
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

describe('a record of the configuration', () => {
  it('reaches the proxy as control had it', () => {
    fc.assert(
      fc.property(record, (entry) => {
        expect(decodeRecord(encodeRecord(entry))).toEqual(entry);
      }),
    );
  });

  it('is refused where this version does not know its kind', () => {
    expect(() => decodeRecord(toBinary(RecordSchema, create(RecordSchema)))).toThrow('unknown kind');
  });

  it('is refused where it is cut short', () => {
    fc.assert(
      fc.property(record, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (entry, share) => {
        const bytes = encodeRecord(entry);
        expect(() => decodeRecord(bytes.subarray(0, Math.floor(bytes.length * share)))).toThrow();
      }),
    );
  });

  it('is named by kind and id', () => {
    for (const kind of ['provider-key', 'user', 'route', 'price', 'data-key'] as const)
      expect(recordIdFromProto(recordIdToProto({ kind, id: 'x' }))).toEqual({ kind, id: 'x' });
  });
});

describe('a user, who is written and read without messages', () => {
  const asUser = (entry: User) => encodeRecord({ kind: 'user', record: entry });

  it('is to the generated code what it is to ours', () => {
    fc.assert(
      fc.property(user, (entry) => {
        const message = fromBinary(RecordSchema, asUser(entry));
        expect(message.record.case).toBe('user');
        expect(decodeRecord(toBinary(RecordSchema, message))).toEqual({ kind: 'user', record: entry });
      }),
    );
  });

  it('is read where fields stand in another order, and some are unknown', () => {
    fc.assert(
      fc.property(user, limits, (entry, more) => {
        const parts = [
          { ...entry, limits: [] },
          { ...entry, id: userId(''), name: '', models: undefined, gatewayKeys: [] },
        ];
        const writer = new BinaryWriter().tag(2, WireType.LengthDelimited).fork();
        for (const part of [...parts, { ...parts[1], limits: more }] as User[]) {
          const { record: written } = fromBinary(RecordSchema, asUser(part));
          if (written.case !== 'user') throw new Error('no user');
          writer.raw(toBinary(UserSchema, written.value)).tag(99, WireType.Varint).uint32(7);
          writer.tag(100, WireType.LengthDelimited).string('later');
        }
        const read = decodeRecord(writer.join().finish());
        expect(read.record).toEqual({ ...entry, limits: [...entry.limits, ...more] });
      }),
    );
  });

  it('shares its limits with those who have the same', () => {
    fc.assert(
      fc.property(user, user, (one, other) => {
        const [first, second] = [one, { ...other, limits: one.limits }].map((entry) => decodeRecord(asUser(entry)));
        if (first?.kind !== 'user' || second?.kind !== 'user') throw new Error('no user');
        if (one.limits.length > 0) expect(first.record.limits).toBe(second.record.limits);
      }),
    );
  });
});

describe('parts', () => {
  it('hold every record once and in order, none larger than asked unless one record is', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.integer({ min: 50, max: 2000 }), (records, maxBytes) => {
        const parts = [...recordParts(records.map(encodeRecord), maxBytes)];
        expect(parts.flat().map(decodeRecord)).toEqual(records);
        for (const part of parts.filter(({ length }) => length > 1))
          expect(part.reduce((bytes, one) => bytes + one.length, 0)).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });

  it('are one, and empty, where there is no record', () => expect([...recordParts([], 100)]).toEqual([[]]));
});
