import { create } from '@bufbuild/protobuf';
import { providerKeyId, userId } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GetOverviewResponseSchema } from '../gen/palimpsest/metering/v1/usage_query_pb.ts';
import { type Overview, overviewFromProto, overviewToProto } from './overview.ts';
import { type RequestFilter, requestFilterFromProto, requestFilterToProto } from './request-filter.ts';
import { outcomes } from './usage-event.ts';
import { type UsageRow, usageRowFromProto, usageRowToProto } from './usage-row.ts';

const text = fc.string({ minLength: 1 });
const count = fc.nat({ max: 2 ** 50 });
const money = fc.bigInt({ min: 0n, max: 2n ** 60n });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const filter: fc.Arbitrary<RequestFilter> = fc.record({
  userId: optional(text.map(userId)),
  keyId: optional(text.map(providerKeyId)),
  provider: optional(text),
  model: optional(text),
  session: optional(text),
  outcome: optional(fc.constantFrom(...outcomes)),
  fromMs: optional(fc.integer({ min: 1 })),
  toMs: optional(fc.integer({ min: 1 })),
});
const row: fc.Arbitrary<UsageRow> = fc.record({
  day: optional(text),
  model: optional(text),
  userId: optional(text.map(userId)),
  keyId: optional(text.map(providerKeyId)),
  provider: optional(text),
  requests: count,
  promptTokens: count,
  cachedTokens: count,
  completionTokens: count,
  totalTokens: count,
  cost: money,
  unpricedRequests: count,
  operatorCost: money,
  unpricedAttempts: count,
});
const overview: fc.Arbitrary<Overview> = fc.record({
  requests: count,
  succeeded: count,
  failed: count,
  cancelled: count,
  rejected: count,
  abandoned: count,
  failovers: count,
  activeSessions: count,
  totalTokens: count,
  cost: money,
  unpricedRequests: count,
  operatorCost: money,
  unpricedAttempts: count,
  streamLag: count,
});

describe('what control asks of metering, and gets', () => {
  it('is what was meant, whatever filters are set', () => {
    fc.assert(
      fc.property(filter, (asked) => {
        expect(requestFilterFromProto(requestFilterToProto(asked))).toEqual(asked);
      }),
    );
    expect(requestFilterFromProto(undefined)).toEqual({});
  });

  it('has the sums that metering had', () => {
    fc.assert(
      fc.property(row, (sums) => {
        expect(usageRowFromProto(usageRowToProto(sums))).toEqual(sums);
      }),
    );
  });

  it('has the figures that metering had', () => {
    fc.assert(
      fc.property(overview, (figures) => {
        expect(overviewFromProto(create(GetOverviewResponseSchema, overviewToProto(figures)))).toEqual(figures);
      }),
    );
  });
});
