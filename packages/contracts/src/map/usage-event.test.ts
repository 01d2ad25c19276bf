import {
  type Candidate,
  type GatewayErrorCode,
  gatewayErrorCodes,
  gatewayKeyId,
  type MeteredAttempt,
  priceId,
  providerKeyId,
  requestId,
  type UsageEvent,
  usageOf,
  userId,
} from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUsageEvent } from './encode-usage-event.ts';
import { decodeUsageEvent, outcomes, usageEventFromProto, usageEventToProto } from './usage-event.ts';

const text = fc.string({ minLength: 1 });
const count = fc.nat({ max: 2 ** 40 });
const money = fc.option(fc.bigInt({ min: 0n, max: 2n ** 60n }), { nil: undefined });
const usage = fc
  .record({
    promptTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    completionTokens: count,
    reasoningTokens: count,
  })
  .map(usageOf);

const attempt: fc.Arbitrary<MeteredAttempt> = fc.record({
  key: text.map(providerKeyId),
  provider: text,
  model: text,
  class: fc.constantFrom('success', 'transient', 'exhausted', 'rejected', 'fatal', 'cancelled'),
  status: fc.option(fc.integer({ min: 100, max: 599 })),
  reason: fc.option(fc.string()),
  latencyMs: fc.nat(),
  quotaTag: text,
  reservedAtMs: count,
  reached: fc.boolean(),
  usage,
  cost: money,
});

const candidate: fc.Arbitrary<Candidate> = fc.record({
  key: text.map(providerKeyId),
  provider: text,
  model: text,
  verdict: text,
  untilMs: fc.option(count),
  remaining: fc.option(count),
});

const event: fc.Arbitrary<UsageEvent> = fc.record({
  requestId: text.map(requestId),
  atMs: count,
  userId: text.map(userId),
  gatewayKeyId: text.map(gatewayKeyId),
  session: fc.option(text, { nil: undefined }),
  clientRequestId: fc.option(text, { nil: undefined }),
  model: fc.string(),
  stream: fc.boolean(),
  outcome: fc.constantFrom(...outcomes),
  errorCode: fc.option(fc.constantFrom(...(Object.keys(gatewayErrorCodes) as GatewayErrorCode[])), { nil: undefined }),
  context: fc.constantFrom('carried', 'none'),
  latencyMs: fc.nat(),
  chain: fc.array(attempt, { maxLength: 3 }),
  candidates: fc.array(candidate, { maxLength: 3 }),
  snapshotVersion: count,
  served: fc.option(fc.record({ provider: text, vendor: text, keyId: text.map(providerKeyId), upstreamModel: text }), {
    nil: undefined,
  }),
  usage,
  operatorUsage: usage,
  estimated: fc.boolean(),
  cost: money,
  operatorCost: money,
  priceId: fc.option(text.map(priceId), { nil: undefined }),
});

describe('a usage event', () => {
  it('comes out of the stream as it went in', () => {
    fc.assert(
      fc.property(event, (original) => {
        expect(decodeUsageEvent(encodeUsageEvent(original))).toEqual(original);
      }),
    );
  });

  it('comes over gRPC as it was asked for', () => {
    fc.assert(
      fc.property(event, (original) => {
        expect(usageEventFromProto(usageEventToProto(original))).toEqual(original);
      }),
    );
  });

  it('is not written where a figure is none, and leaves nothing behind in the next', () => {
    const [original, next] = fc.sample(event, 2) as [UsageEvent, UsageEvent];
    expect(() => encodeUsageEvent({ ...original, latencyMs: Number.NaN })).toThrow();
    expect(decodeUsageEvent(encodeUsageEvent(next))).toEqual(next);
  });

  it('is refused where a word in it is not known, without repeating what it holds', () => {
    const [original] = fc.sample(event, 1);
    const bytes = encodeUsageEvent({ ...original, outcome: 'lost' } as unknown as UsageEvent);
    expect(() => decodeUsageEvent(bytes)).toThrow('outcome of a usage event: unknown word');
  });

  it('is refused where the bytes are none', () => {
    expect(() => decodeUsageEvent(new Uint8Array())).toThrow('no request');
    expect(() => decodeUsageEvent(Buffer.from('{"json":true}'))).toThrow();
  });
});
