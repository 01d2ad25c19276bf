import { type MeteredAttempt, noUsage, type PoolMember, providerKeyId, requestId, usageOf } from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { KeyPool, type RedisClient, turnAnswered, VendorHealth } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import { failAttempt, settleServed } from '../../accounting/end-attempt.ts';
import { createMeanUse } from '../../accounting/mean-use.ts';
import { createNoticing } from '../../accounting/noticing.ts';
import { avoid, nothingAvoided } from '../../failover/avoid.ts';
import type { Lease } from '../../selection/lease.ts';
import { createSelection } from '../../selection/select.ts';
import { createStandings } from '../../selection/standings.ts';
import { createVendorStops } from '../../selection/vendor-stops.ts';
import type { AttemptResult } from '../../upstream/attempt.ts';
import type { Reply, Size } from './account.ts';
import type { Chooser, Place } from './run-day.ts';

export type GatewayOptions = {
  readonly redis: RedisClient;
  /** Unix ms, simulated. */
  readonly now: () => number;
  readonly random: () => number;
  /** `false`: what providers tell is not kept; keys only sleep when they were refused. */
  readonly learns: boolean;
};

const refreshMs = 60_000;

/** Chooses as the gateway does: its selection, its marks, its books for keys, its functions in Redis. */
export function gatewayChooser(places: readonly Place[], { redis, now, random, learns }: GatewayOptions): Chooser {
  const pool = new KeyPool(redis);
  const health = new VendorHealth(redis);
  const standings = createStandings(pool);
  const vendorStops = createVendorStops(health);
  const mean = createMeanUse();
  const parts = {
    pool,
    health,
    vendorStops,
    mean,
    standings,
    noticing: createNoticing(now),
    cooldownMs: 30_000,
    jitter: random,
    now,
    turnAnswered: () => turnAnswered(redis),
  };
  const selection = createSelection({
    pool,
    standings,
    vendorStops,
    overdrawn: () => undefined,
    now,
    meanPerRequest: () => mean.perRequest(),
  });
  const members = new Map(places.map((place) => [memberOf(place), place]));
  const tier = [...members.keys()];
  const snapshot = {
    key: (id: string) => tier.find(({ key }) => key.id === id)?.key,
    keys: tier.map(({ key }) => key),
  };
  let refreshedAtMs = 0;

  return {
    begin(size, number) {
      const promptTokens = Math.ceil(size.prompt * 1.1);
      const choice = selection.begin({
        request: requestId(`${randomId('req')}${number}`),
        tiers: [tier],
        unable: [],
        familiarVendors: new Set(),
        promptTokens,
        answerTokens: size.answerLimit,
        expected: () => ({ requests: 1, tokens: promptTokens + (size.answerLimit ?? 4096), cost: 0 }),
      });
      let avoided = nothingAvoided;
      let lease: Lease | undefined;
      let askedAtMs = 0;
      return {
        async next() {
          if (now() - refreshedAtMs >= refreshMs) {
            refreshedAtMs = now();
            await standings.refresh(tier.map(({ key }) => key));
          }
          askedAtMs = now();
          lease = await choice.next(avoided);
          return lease && members.get(lease.member);
        },
        async ended(reply) {
          if (lease === undefined) return;
          if (lease.probe && reply.status === 200)
            await pool.firstContent({ tag: lease.tag, key: lease.member.key.id, attempt: lease.attempt });
          const result = resultOf(lease.member, reply, now() - askedAtMs, learns);
          const attempt = meteredOf(lease, size, result);
          if (result.failure === undefined) return settleServed(parts, attempt, lease, result);
          await failAttempt(parts, { admitted: { snapshot }, choice, unsure: new Set() }, lease, result, attempt);
          avoided = avoid(avoided, lease.member, result.failure);
        },
      };
    },
  };
}

function memberOf({ account, name }: Place): PoolMember {
  const id = providerKeyId(randomId('key'));
  return {
    upstreamModel: account.model,
    key: {
      id,
      name,
      provider: account.provider,
      baseUrl: 'http://127.0.0.1',
      vendor: account.provider,
      models: [],
      quotaGroup: undefined,
      limits: [],
      timeouts: {},
      enabled: true,
      secret: 'sk-test',
      listedModels: [],
    },
  };
}

function resultOf(member: PoolMember, reply: Reply, ageMs: number, learns: boolean): AttemptResult {
  const provider = providers[member.key.provider];
  const { status, headers, body } = reply;
  return {
    failure: status === 200 ? undefined : provider.classify({ at: 'response', ...reply }),
    events: [],
    usage: undefined,
    status,
    refused: false,
    reached: true,
    latencyMs: ageMs,
    told: () => ({
      limits: learns ? provider.limits.read({ model: member.upstreamModel, status, headers, body }) : [],
      atMs: performance.now() - ageMs,
    }),
  };
}

const meteredOf = (
  { member, reservedAtMs }: Lease,
  size: Size,
  { failure, status, reached, latencyMs }: AttemptResult,
): MeteredAttempt => ({
  reservedAtMs,
  reached,
  key: member.key.id,
  provider: member.key.provider,
  model: member.upstreamModel,
  class: failure === undefined ? 'success' : 'transient',
  status,
  reason: failure?.reason ?? null,
  latencyMs,
  quotaTag: member.key.id,
  usage: failure === undefined ? usageOf({ promptTokens: size.prompt, completionTokens: size.answer }) : noUsage,
  cost: undefined,
});
