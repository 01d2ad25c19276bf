import { providers } from '@palimpsest/providers';
import type { Config } from '@palimpsest/runtime';
import {
  IdempotentAnswers,
  KeyPool,
  type RedisClient,
  Sessions,
  turnAnswered,
  UsageStream,
  UserQuota,
  VendorHealth,
} from '@palimpsest/state';
import { createBooks } from './accounting/books.ts';
import { createDeferred } from './accounting/deferred.ts';
import { createMeanUse } from './accounting/mean-use.ts';
import { createNoticing } from './accounting/noticing.ts';
import { createTellOverdrawn, type Overdrawn } from './accounting/overdrawn.ts';
import { askedBy } from './accounting/usage-event.ts';
import { createAmpleUsers } from './admission/ample.ts';
import { examine } from './admission/examine.ts';
import { reserve } from './admission/reserve.ts';
import { createTokenCounting } from './admission/token-counting.ts';
import { loadTokenizer } from './admission/tokenizer.ts';
import { createClaims } from './idempotency/claims.ts';
import type { ServeOnceParts } from './idempotency/serve-once.ts';
import { createHeldCalls } from './leases/held-calls.ts';
import { createMediaFetcher, type MediaOptions } from './media/fetch-media.ts';
import { tracedAttempt } from './observe/traced-attempt.ts';
import { createRedisClock } from './redis-clock.ts';
import { heardFirst } from './relay/heard-first.ts';
import type { RequestPath } from './request-parts.ts';
import { createSelection } from './selection/select.ts';
import { createStandings } from './selection/standings.ts';
import { createVendorStops } from './selection/vendor-stops.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { attempt } from './upstream/attempt.ts';
import { CallSignal } from './upstream/call-signal.ts';
import { exchangeOf } from './upstream/exchange.ts';
import { createUpstreamAgent } from './upstream/send.ts';
import { createShutdown } from './upstream/shutdown.ts';
import { forwardedHeaders, upstreamCall } from './upstream/upstream-call.ts';

/** Puts the request path together from its parts. */
export function buildRequestPath(
  redis: RedisClient,
  config: Config<'proxy'>,
  onOverdrawn: (overdrawn: Overdrawn) => void,
  mediaOptions: MediaOptions = {},
) {
  const overdrawn = createTellOverdrawn(onOverdrawn);
  const quota = new UserQuota(redis);
  const pool = new KeyPool(redis);
  const usage = new UsageStream(redis, config.PALIMPSEST_USAGE_STREAM_MAX);
  const sessionTurns = config.PALIMPSEST_SESSION_TURNS;
  const sessions = createSessionStore(new Sessions(redis), {
    turns: sessionTurns,
    ttlMs: config.PALIMPSEST_SESSION_TTL_SECONDS * 1000,
  });
  const clock = createRedisClock();
  const standings = createStandings(pool);
  const health = new VendorHealth(redis);
  const vendorStops = createVendorStops(health);
  const mean = createMeanUse();
  const noticing = createNoticing(() => performance.now());
  const deferred = createDeferred(usage);
  const held = createHeldCalls({ quota, pool, usage });
  const agent = createUpstreamAgent();
  const media = createMediaFetcher(mediaOptions);
  const timeouts = {
    firstByteMs: config.PALIMPSEST_FIRST_BYTE_TIMEOUT_MS,
    stallMs: config.PALIMPSEST_STALL_TIMEOUT_MS,
    plainMs: config.PALIMPSEST_PLAIN_TIMEOUT_MS,
  };
  const attemptParts = {
    agent,
    timeouts,
    maxAnswerBytes: config.PALIMPSEST_MAX_ANSWER_BYTES,
    now: () => clock.now(),
  };
  const tokenCounting = createTokenCounting(loadTokenizer);
  const defaultMaxTokens = config.PALIMPSEST_DEFAULT_MAX_TOKENS;
  const books = createBooks({
    health,
    vendorStops,
    quota,
    pool,
    usage,
    sessions,
    deferred,
    mean,
    standings,
    noticing,
    cooldownMs: config.PALIMPSEST_COOLDOWN_MS,
    jitter: Math.random,
    now: () => clock.now(),
    turnAnswered: () => turnAnswered(redis),
  });

  const ampleUsers = createAmpleUsers(() => performance.now());
  const examinationParts = { sessions, clock, tokenCounting, sessionTurns, defaultMaxTokens };
  const reservationParts = { quota, usage, clock, overdrawn, ampleUsers };
  const shutdown = createShutdown();
  const path: RequestPath = {
    examine: (inbound, snapshot) => examine(examinationParts, inbound, snapshot),
    reserve: (examined) => reserve(reservationParts, examined),
    isAmple: (user) => ampleUsers.has(user),
    selection: createSelection({
      pool,
      standings,
      vendorStops,
      overdrawn,
      now: () => clock.now(),
      meanPerRequest: () => mean.perRequest(),
    }),
    attempt(lease, { admitted, question, chain }, signal, relay) {
      const { key, upstreamModel } = lease.member;
      const provider = providers[key.provider];
      const call = upstreamCall(question.ask, lease.member, defaultMaxTokens);
      const headers = forwardedHeaders(admitted.inbound.envelope, provider);
      const ask = {
        provider,
        member: lease.member,
        exchange: exchangeOf(provider, call, media),
        headers,
        signal,
        relay: lease.probe
          ? heardFirst(relay, () => pool.firstContent({ tag: lease.tag, key: key.id, attempt: lease.attempt }))
          : relay,
      };
      return tracedAttempt({ key, model: upstreamModel, resend: chain.length }, () => attempt(attemptParts, ask));
    },
    books,
    hold: ({ admitted: { inbound } }, lease) => held.hold(inbound.envelope.requestId, inbound.caller.user.id, lease),
    release: ({ admitted: { inbound } }) => held.release(inbound.envelope.requestId),
    callSignal: (downstream, { envelope }) =>
      new CallSignal(
        downstream.signal,
        config.PALIMPSEST_REQUEST_TIMEOUT_MS - (performance.now() - envelope.startedAt),
        shutdown,
      ),
    clock,
    attemptsMax: config.PALIMPSEST_MAX_ATTEMPTS,
    maxWaitMs: config.PALIMPSEST_MAX_WAIT_MS,
  };
  const answers = new IdempotentAnswers(redis);
  const claims = createClaims(answers);
  const once: ServeOnceParts = {
    answers,
    claims,
    quota,
    refuse: (inbound, snapshot, refusal) => books.refuse(askedBy(inbound), refusal, snapshot.version, clock.now()),
    timeoutMs: config.PALIMPSEST_REQUEST_TIMEOUT_MS,
    shutdown,
  };
  /** Ends every call under way with an error, for a proxy that cannot wait for them any longer. */
  const endCalls = (): void => shutdown.begin();
  return { path, endCalls, once, claims, standings, vendorStops, usage, deferred, held, agent, media, tokenCounting };
}
