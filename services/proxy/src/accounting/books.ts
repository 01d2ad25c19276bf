import { encodeUsageEvent } from '@palimpsest/contracts';
import {
  type GatewayErrorCode,
  type MeteredAttempt,
  nothingSpent,
  spentByAttempt,
  spentByUser,
  type UsageEvent,
} from '@palimpsest/domain';
import { isStoreUnavailable, type KeyPool, type UsageStream, type Use, type UserQuota } from '@palimpsest/state';
import { type MarkOptions, type MarkPlan, markFor } from '../failover/cooldown.ts';
import { noteVendorTrouble, type VendorTroubleParts } from '../failover/note-vendor-trouble.ts';
import type { KeyChoice, Lease } from '../selection/select.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { AttemptResult } from '../upstream/attempt.ts';
import { answerMessages } from './answer-messages.ts';
import type { Call } from './call.ts';
import type { Deferred } from './deferred.ts';
import type { MeanUse } from './mean-use.ts';
import type { Noticing } from './noticing.ts';
import { type Asked, type Conclusion, refusedEvent, usageEvent } from './usage-event.ts';

export type BooksParts = VendorTroubleParts & {
  readonly quota: Pick<UserQuota, 'settle'>;
  readonly pool: Pick<KeyPool, 'settle' | 'mark' | 'resume' | 'learn'>;
  readonly noticing: Noticing;
  readonly usage: Pick<UsageStream, 'append'>;
  readonly sessions: Pick<SessionStore, 'add'>;
  readonly deferred: Deferred;
  readonly mean: MeanUse;
  /** Base of the cooldown that doubles, milliseconds. */
  readonly cooldownMs: number;
  readonly jitter: () => number;
  /** Unix ms by Redis's clock. */
  readonly now: () => number;
};

export type Books = {
  /** The entry of a call that was refused before any key was asked. */
  refuse(asked: Asked, code: GatewayErrorCode, snapshotVersion: number, atMs: number): Promise<void>;
  /** Gives the key back after a failed attempt, with the mark that the failure leaves. */
  failAttempt(
    call: Call,
    choice: KeyChoice,
    lease: Lease,
    result: AttemptResult,
    attempt: MeteredAttempt,
  ): Promise<void>;
  /** Closes the books of a call: the entry, the user's and the key's counters, the session's turn. Before the answer's last byte. */
  close(
    call: Call,
    conclusion: Conclusion,
    served?: { readonly lease: Lease; readonly result: AttemptResult },
  ): Promise<void>;
};

export function createBooks(parts: BooksParts): Books {
  /** An event that Redis did not take is kept here until it does: the caller was told that the call failed. */
  const appendOrDefer = async (event: UsageEvent): Promise<void> => {
    try {
      await parts.usage.append({ request: event.requestId, event: encodeUsageEvent(event) });
    } catch (error) {
      if (isStoreUnavailable(error)) parts.deferred.keep(event);
      throw error;
    }
  };

  return {
    async refuse(asked, code, snapshotVersion, atMs) {
      const event = refusedEvent(asked, snapshotVersion, atMs, code);
      // Redis was away a moment ago: the caller does not wait for it a second time.
      if (code === 'gateway_unavailable') parts.deferred.keep(event);
      else await appendOrDefer(event);
    },

    async failAttempt(call, choice, lease, result, attempt) {
      const { failure } = result;
      if (failure === undefined) return;
      const { tag, attempt: id, member } = lease;
      const ref = { tag, key: member.key.id };
      const stop = await noteVendorTrouble(parts, call.admitted.snapshot, member, failure);
      // A time that the provider named for this key is kept all the same.
      const blameless = stop !== undefined && failure.retryAfterMs === null;
      const plan = blameless ? undefined : markFor(failure, markOptions(parts, lease));
      // Only what is the key's own fault counts against it.
      const outcome = plan === undefined ? 'cancelled' : 'failure';
      // Marked first, so that no other attempt slips in between; all go out together.
      const [mark] = await Promise.all([
        plan && parts.pool.mark({ ...ref, ...markOf(plan, member.upstreamModel), reason: failure.reason }),
        learn(parts, lease, result),
        parts.pool.settle({ ...ref, attempt: id, spent: useOf(attempt), outcome }),
      ]);
      if (plan !== undefined && mark !== undefined)
        choice.marked(lease, { state: plan.state, untilMs: mark.untilMs, onModel: plan.onModel });
      else if (stop !== undefined) choice.stopped(lease, stop);
    },

    async close(call, conclusion, served) {
      const event = usageEvent(call, conclusion);
      const { caller, envelope } = call.admitted.inbound;
      await Promise.all([
        appendOrDefer(event),
        parts.quota.settle({ user: caller.user.id, request: envelope.requestId, spent: spentByUser(event) }),
        served && settleServed(parts, call, served),
        served && keepTurn(parts, call, served),
      ]);
    },
  };
}

const markOptions = ({ cooldownMs, jitter, now }: BooksParts, { failuresInARow }: Lease): MarkOptions => ({
  cooldownMs,
  failuresInARow,
  jitter: jitter(),
  nowMs: now(),
});

const markOf = ({ state, inMs, onModel }: MarkPlan, model: string) => ({
  state,
  until: inMs === 'by-hand' ? ('by-hand' as const) : { inMs },
  ...(onModel ? { model } : {}),
});

/** Tokens read from a cache count against no limit on prompts where there is one (docs.anthropic.com, "Rate limits"). */
const useOf = (attempt: MeteredAttempt): Use => ({
  ...spentByAttempt(attempt),
  'input-tokens': attempt.usage.promptTokens - attempt.usage.cachedTokens,
  'output-tokens': attempt.usage.completionTokens,
});

/** Keeps what the answer told of limits, where it is news. Before the attempt is settled, in the same tick. */
async function learn(
  { pool, noticing }: BooksParts,
  { tag, attempt, member }: Lease,
  { told }: AttemptResult,
): Promise<void> {
  const news = noticing.noticed(tag, told.limits);
  if (news.length === 0) return;
  await pool.learn({ tag, key: member.key.id, attempt, ageMs: performance.now() - told.atMs, told: news });
}

async function settleServed(
  parts: BooksParts,
  call: Call,
  { lease, result }: { readonly lease: Lease; readonly result: AttemptResult },
): Promise<void> {
  const { tag, attempt, member } = lease;
  const last = call.chain.at(-1);
  const spent = last === undefined ? nothingSpent : useOf(last);
  parts.mean.learn(spent);
  await Promise.all([
    learn(parts, lease, result),
    parts.pool.settle({ tag, key: member.key.id, attempt, spent, outcome: 'success' }),
  ]);
}

async function keepTurn(
  { sessions }: BooksParts,
  { admitted }: Call,
  { lease, result }: { readonly lease: Lease; readonly result: AttemptResult },
): Promise<void> {
  const { session } = admitted.inbound.envelope;
  if (session === undefined || admitted.ask.operation !== 'chat') return;
  const messages = [...admitted.carried.own, ...answerMessages(result.events, admitted.ask.body)];
  await sessions.add(
    { user: admitted.inbound.caller.user.id, session },
    admitted.snapshot,
    { messages, vendor: lease.member.key.vendor },
    admitted.carried.system,
  );
}
