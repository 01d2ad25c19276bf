import { encodeUsageEvent } from '@palimpsest/contracts';
import { type GatewayError, type MeteredAttempt, spentByUser, type UsageEvent } from '@palimpsest/domain';
import {
  concurrentLimit,
  isStoreUnavailable,
  Patience,
  type UsageStream,
  type UserQuota,
  unlessAway,
} from '@palimpsest/state';
import { asGatewayError } from '../failover/as-gateway-error.ts';
import { type Lease, leaseMs, nothingUsed } from '../selection/lease.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { AttemptResult } from '../upstream/attempt.ts';
import { answerMessages } from './answer-messages.ts';
import type { Call } from './call.ts';
import type { Deferred } from './deferred.ts';
import { type AttemptEndParts, failAttempt, restoreLease, settleServed } from './end-attempt.ts';
import { type Asked, abandonedEvent, type Conclusion, refusedEvent, usageEvent } from './usage-event.ts';

export type BooksParts = AttemptEndParts & {
  readonly quota: Pick<UserQuota, 'settle' | 'restore'>;
  readonly usage: Pick<UsageStream, 'open' | 'append'>;
  readonly sessions: Pick<SessionStore, 'add'>;
  readonly deferred: Deferred;
};

export type Books = {
  /** Books a call that was refused before any key was asked. What its caller is told: this refusal, or that it could not be booked. */
  refuse(asked: Asked, refusal: GatewayError, snapshotVersion: number, atMs: number): Promise<GatewayError>;
  /**
   * Begins to give the key back after a failed attempt, with the mark that the failure leaves, and to keep the chain should this proxy die.
   * The call goes on meanwhile.
   */
  failAttempt(call: Call, lease: Lease, result: AttemptResult, attempt: MeteredAttempt): void;
  /** Waits for that: what failed attempts left on their keys is known then. Throws where Redis is away. */
  booked(call: Call): Promise<void>;
  /** Gives back a key whose attempt was never made. */
  giveBack(lease: Lease): Promise<void>;
  /** Closes the books of a call: the entry, the user's and the key's counters, the session's turn. Before the answer's last byte. */
  close(call: Call, conclusion: Conclusion, served?: ServedBy): Promise<void>;
};

type ServedBy = { readonly lease: Lease; readonly result: AttemptResult };

/** How long an answer waits for its user's counters, ms: usually no time, and the event is there already. */
const longestSettlingMs = 200;

export function createBooks(parts: BooksParts): Books {
  /**
   * Where Redis is away before the caller could be answered, the event is kept here until it is back: it was told that the call failed. What
   * is under way by then comes to its end before that.
   */
  const orDefer = async (
    event: UsageEvent,
    work: Promise<unknown>,
    patience: Patience,
    call: Call | undefined,
  ): Promise<void> => {
    try {
      await patience.within(work);
    } catch (error) {
      if (isStoreUnavailable(error))
        parts.deferred.keep(event, async () => {
          await Promise.allSettled([work]);
          if (call !== undefined) await restore(parts, call);
        });
      throw error;
    }
  };
  const append = (event: UsageEvent, patience: Patience, call?: Call): Promise<void> => {
    const work = parts.usage.append({ request: event.requestId, event: encodeUsageEvent(event) });
    return orDefer(event, work, patience, call);
  };

  return {
    async refuse(asked, refusal, snapshotVersion, atMs) {
      const event = refusedEvent(asked, snapshotVersion, atMs, refusal.code);
      // Redis was away a moment ago: the caller does not wait for it a second time.
      if (refusal.code !== 'gateway_unavailable')
        return append(event, new Patience()).then(() => refusal, asGatewayError);
      parts.deferred.keep(event);
      return refusal;
    },

    failAttempt(call, lease, result, attempt) {
      const kept = parts.turnAnswered().then(() => {
        const record = encodeUsageEvent(abandonedEvent(call));
        return parts.usage.open({ request: call.admitted.inbound.envelope.requestId, leaseMs, record });
      });
      const ending = Promise.all([leftToMetering(kept), failAttempt(parts, call, lease, result, attempt)]);
      // Whoever waits for it is told.
      ending.catch(() => undefined);
      call.endings.push(ending);
    },

    booked,

    async giveBack({ tag, attempt, member }) {
      await parts.pool.settle({ tag, key: member.key.id, attempt, spent: nothingUsed, outcome: 'cancelled' });
    },

    async close(call, conclusion, served) {
      const { patience } = call;
      const isAway = conclusion.storeAway === true;
      // The marks of failed attempts are part of the entry.
      const ended = isAway || call.endings.length === 0 ? undefined : leftToMetering(booked(call));
      await ended?.catch(() => undefined);
      const event = usageEvent(call, conclusion);
      if (isAway) return parts.deferred.keep(event, () => restore(parts, call));
      if (mayBeLost(call)) await orDefer(event, restore(parts, call), patience, call);
      let keySettled: Promise<unknown> | undefined;
      try {
        await Promise.all([ended, append(event, patience, call)]);
        // A caller who is not told the answer does not pay for it: a later event says so.
        if (served !== undefined && isInSession(call))
          await orDefer(event, keepTurn(parts, call, served), patience, call);
      } finally {
        // A key has spent what it has, whatever is told to the caller. Nobody waits for it: until then what was reserved stands for what was
        // spent, and whoever asks this proxy next comes behind it.
        keySettled =
          served && settleServed(parts, call.chain.at(-1), served.lease, served.result).catch(() => undefined);
      }
      // Only now does the user pay: what the caller is told stands in the stream.
      const { caller, envelope } = call.admitted.inbound;
      const spent = spentByUser(event);
      const settled = leftToMetering(parts.quota.settle({ user: caller.user.id, request: envelope.requestId, spent }));
      // Far from every limit nothing depends on it: until then what was reserved stands for what was spent. Nobody is left who could be told
      // what is wrong with it: metering meets the same.
      if (call.admitted.isAmple) settled.catch(() => undefined);
      else await soon(settled);
      // Where only so many calls may be under way, the caller's next one finds this one's place free at every proxy.
      if (keySettled !== undefined && served && concurrentLimit(served.lease.member.key.limits) !== undefined)
        await soon(keySettled);
    },
  };
}

/** The note at the vendor, the mark, and those of keys that share its account. */
const waitsOfEnding = 3;

async function booked({ endings, patience }: Call): Promise<void> {
  if (endings.length > 0) await patience.within(Promise.all(endings), waitsOfEnding);
}

/** Whether reservations of the call were made on servers that give way to others. */
const mayBeLost = ({ admitted, unsure }: Call): boolean => admitted.hold !== undefined || unsure.size > 0;

/** What was reserved must be there before the event is: metering settles from it. What is being settled just now is not reserved again. */
async function restore({ quota, pool }: BooksParts, { admitted, endings, unsure }: Call): Promise<void> {
  await Promise.allSettled(endings);
  await Promise.all([
    quota.restore({ user: admitted.inbound.caller.user.id, hold: admitted.hold }),
    ...[...unsure].map((lease) => restoreLease(pool, unsure, lease)),
  ]);
}

/** Metering does from the event what cannot be done now. */
const leftToMetering = unlessAway;

/** Waits for `work` no longer than is good for the answer; it goes on all the same. */
function soon(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, longestSettlingMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, reject);
  });
}

const isInSession = ({ admitted }: Call): boolean =>
  admitted.inbound.envelope.session !== undefined && admitted.ask.operation === 'chat';

async function keepTurn({ sessions }: BooksParts, { admitted }: Call, { lease, result }: ServedBy): Promise<void> {
  const { session } = admitted.inbound.envelope;
  if (session === undefined || admitted.ask.operation !== 'chat') return;
  const messages = [...admitted.carried.own, ...answerMessages(result.events, admitted.ask.body)];
  await sessions.add(
    { user: admitted.inbound.caller.user.id, session },
    admitted.snapshot,
    { messages, vendor: lease.member.key.vendor },
    admitted.carried,
  );
}
