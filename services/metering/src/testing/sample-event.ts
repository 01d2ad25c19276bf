import {
  gatewayKeyId,
  type MeteredAttempt,
  noUsage,
  providerKeyId,
  requestId,
  type UsageEvent,
  usageOf,
  userId,
} from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';

/** 2026-03-01, noon UTC. */
export const noonMs = Date.UTC(2026, 2, 1, 12);

/** An attempt that served: 100 prompt tokens of which 40 cached, 20 completion tokens, 35,000 nano-USD. */
export function sampleAttempt(changes: Partial<MeteredAttempt> = {}): MeteredAttempt {
  const key = changes.key ?? providerKeyId('key_paid');
  return {
    key,
    provider: 'openai',
    model: 'gpt-4o',
    class: 'success',
    status: 200,
    reason: null,
    latencyMs: 120,
    quotaTag: key,
    reservedAtMs: noonMs,
    reached: true,
    usage: usageOf({ promptTokens: 100, cachedTokens: 40, completionTokens: 20 }),
    cost: 35_000n,
    ...changes,
  };
}

/** An attempt of another key that was limited: nothing used. */
export const limitedAttempt = (changes: Partial<MeteredAttempt> = {}): MeteredAttempt =>
  sampleAttempt({
    key: providerKeyId('key_free'),
    class: 'transient',
    status: 429,
    reason: 'requests per minute',
    usage: noUsage,
    cost: undefined,
    ...changes,
  });

/** The event of a request that its first key served; each has a fresh id. */
export function sampleEvent(changes: Partial<UsageEvent> = {}): UsageEvent {
  const chain = changes.chain ?? [sampleAttempt()];
  const last = chain.at(-1);
  return {
    requestId: requestId(randomId('req')),
    atMs: noonMs,
    userId: userId('usr_ada'),
    gatewayKeyId: gatewayKeyId('gwk_ada'),
    session: undefined,
    clientRequestId: undefined,
    model: 'smart',
    stream: false,
    outcome: 'success',
    errorCode: undefined,
    context: 'none',
    latencyMs: 150,
    chain,
    candidates: [],
    snapshotVersion: 1,
    served:
      last?.class === 'success'
        ? { provider: last.provider, vendor: last.provider, keyId: last.key, upstreamModel: last.model }
        : undefined,
    usage: last?.class === 'success' ? last.usage : noUsage,
    operatorUsage: noUsage,
    estimated: false,
    cost: last?.class === 'success' ? last.cost : undefined,
    operatorCost: undefined,
    priceId: undefined,
    ...changes,
  };
}

/** What is written down of a request when it begins, and stands where its proxy dies. */
export const abandonedEvent = (changes: Partial<UsageEvent> = {}): UsageEvent =>
  sampleEvent({ outcome: 'abandoned', chain: [], latencyMs: 0, ...changes });
