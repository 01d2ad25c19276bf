import { type AnswerEvent, type Failure, GatewayError, type UserId } from '@palimpsest/domain';
import { isStoreUnavailable } from '@palimpsest/state';
import type { Books } from './accounting/books.ts';
import { beginCall, type Call, cancelledUse, noteAttempt, type Used } from './accounting/call.ts';
import { askedBy } from './accounting/usage-event.ts';
import type { Admitted, Examined } from './admission/admitted.ts';
import { asGatewayError } from './failover/as-gateway-error.ts';
import { avoid, nothingAvoided, onceMore } from './failover/avoid.ts';
import { finalError } from './failover/final-error.ts';
import { isUnanswered, nextStep } from './failover/next-step.ts';
import { stopped } from './failover/stopped.ts';
import type { Downstream } from './http/downstream.ts';
import type { InboundRequest } from './inbound.ts';
import type { RedisClock } from './redis-clock.ts';
import { createRelay, type Relay, streamModeOf } from './relay/relay.ts';
import { reportOf, reportOfFailed, reportOfRefused, reportUnderWay } from './report.ts';
import type { Lease } from './selection/lease.ts';
import { leaseWithin } from './selection/lease-within.ts';
import type { KeyChoice, Selection } from './selection/select.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { continuation } from './stitching/continuation.ts';
import type { AttemptResult } from './upstream/attempt.ts';
import type { CallSignal } from './upstream/call-signal.ts';
import type { StopSignal } from './upstream/stop-signal.ts';

/** What a request passes on its way. */
export type RequestPath = {
  examine(inbound: InboundRequest, snapshot: Snapshot): Promise<Examined | GatewayError>;
  reserve(examined: Examined): Promise<Admitted | GatewayError>;
  /** Whether this user was far from every limit a moment ago. */
  isAmple(user: UserId): boolean;
  readonly selection: Selection;
  attempt(lease: Lease, call: Call, signal: StopSignal, relay: Relay): Promise<AttemptResult>;
  readonly books: Books;
  /** Keeps the leases of a call alive while it runs. */
  hold(call: Call, lease?: Lease): void;
  release(call: Call): void;
  /** The signal that ends all attempts of a call: the caller left, or its time is over. */
  callSignal(downstream: Downstream, inbound: InboundRequest): CallSignal;
  readonly clock: RedisClock;
  readonly attemptsMax: number;
  /** Milliseconds that a request may wait for the first key to wake. */
  readonly maxWaitMs: number;
};

/** An answer that came whole; `rest` is what the caller has not seen of it. */
type Served = {
  readonly lease: Lease;
  readonly result: AttemptResult;
  readonly used: Used;
  readonly rest: readonly AnswerEvent[];
};

/** The life of a request, from a checked body to the last byte. Everything that can go wrong on the way is in here or in what it returns. */
export async function serve(
  path: RequestPath,
  inbound: InboundRequest,
  snapshot: Snapshot,
  downstream: Downstream,
): Promise<void> {
  // 1. May this caller do this at all? If so, its user's quota is reserved from here on.
  const call = await admit(path, inbound, snapshot).catch(asGatewayError);
  if (call instanceof GatewayError) return refuse(path, inbound, snapshot, downstream, call);

  // 2. Find a key that answers, one after the other.
  path.hold(call);
  downstream.note(reportOf(inbound, call));
  const signal = path.callSignal(downstream, inbound);
  const outcome = await answered(path, call, downstream, signal).catch(asGatewayError);

  // 3. Whatever happened, the books are closed once, before the last byte.
  const unbooked = await close(path, call, outcome, signal).catch(asGatewayError);
  path.release(call);
  signal.end();
  void call.choice.withdraw();

  // 4. The caller gets the answer whole, or one error.
  const error = unbooked ?? (outcome instanceof GatewayError ? outcome : undefined);
  if (error !== undefined) return downstream.fail(error, reportOfFailed(inbound, call));
  const served = outcome as Served;
  return downstream.succeed(served.rest, reportOf(inbound, call, served.lease));
}

/**
 * A call with its user's quota, and together with it a key's where the user is far from every limit: nobody else holds a key that others
 * could use before it is certain that the call may be made.
 */
async function admit(path: RequestPath, inbound: InboundRequest, snapshot: Snapshot): Promise<Call | GatewayError> {
  const examined = await path.examine(inbound, snapshot);
  if (examined instanceof GatewayError) return examined;
  const choice = path.selection.begin({ request: inbound.envelope.requestId, ...examined });
  const early = path.isAmple(inbound.caller.user.id) ? firstLease(choice) : undefined;
  const reserved = await path.reserve(examined).catch(asGatewayError);
  if (!(reserved instanceof GatewayError)) return beginCall(reserved, choice, early);
  void unneeded(path, choice, early);
  return reserved;
}

async function refuse(
  path: RequestPath,
  inbound: InboundRequest,
  snapshot: Snapshot,
  downstream: Downstream,
  refusal: GatewayError,
): Promise<void> {
  const told = await path.books.refuse(askedBy(inbound), refusal, snapshot.version, path.clock.now());
  return downstream.fail(told, reportOfRefused(inbound, refusal));
}

/** The first key, if one is to be had at once. Rejects where Redis is away, for whoever waits for it. */
function firstLease(choice: KeyChoice): Promise<Lease | undefined> {
  const lease = choice.next(nothingAvoided);
  lease.catch(() => undefined);
  return lease;
}

/** Gives back a key that was asked for too early. The caller does not wait for that. Never rejects. */
async function unneeded(path: RequestPath, choice: KeyChoice, early: Promise<Lease | undefined> | undefined) {
  const lease = await early?.catch(() => undefined);
  if (lease !== undefined) await path.books.giveBack(lease).catch(() => undefined);
  await choice.withdraw();
}

/** Lease, attempt, and on failure decide and lease again. Nothing else loops. */
async function answered(
  path: RequestPath,
  call: Call,
  downstream: Downstream,
  signal: CallSignal,
): Promise<Served | GatewayError> {
  const { admitted } = call;
  let avoided = nothingAvoided;
  let { early } = call;
  let flaky: Lease | undefined;
  let refusal: Failure | undefined;
  let unanswered = 0;
  let seen: readonly AnswerEvent[] | undefined;
  for (;;) {
    const lease = (await early) ?? (await leaseWithin(path, call, avoided, signal));
    early = undefined;
    if (lease === undefined && flaky !== undefined) {
      // A malformed generation is worth one more try on its own key, where there is no other.
      avoided = onceMore(avoided, flaky.member.key.id);
      flaky = undefined;
      continue;
    }
    if (signal.signal.isStopped) {
      // The call ended while a key was being found: what was just reserved goes back unused.
      if (lease !== undefined) await path.books.giveBack(lease);
      return signal.timedOut ? timedOut() : stopped();
    }
    if (lease === undefined) return lastWord(path, call, refusal);

    path.hold(call, lease);
    const relay = createRelay(
      streamModeOf(admitted.inbound),
      (events) => downstream.relay(events, reportUnderWay(admitted.inbound, call, lease), signal.signal),
      seen,
    );
    let result: AttemptResult;
    try {
      result = await path.attempt(lease, call, signal.signal, relay);
    } catch (mistake) {
      // It is ours, and says nothing of the provider: its key goes back.
      await path.books.giveBack(lease);
      throw mistake;
    }
    if (result.refused) {
      // Nothing went out: it was no attempt, and another target may take what this one cannot be told.
      refusal ??= result.failure;
      await path.books.giveBack(lease);
      call.choice.unable(lease);
      continue;
    }
    const { attempt, used } = noteAttempt(call, lease, result);
    seen = relay.seen();
    if (result.failure === undefined) {
      const rest = relay.rest(result.events);
      return { lease, result: seen === undefined ? result : { ...result, events: [...seen, ...rest] }, used, rest };
    }

    // What only books this goes on beside the next attempt.
    path.books.failAttempt(call, lease, result, attempt);
    downstream.note(reportOf(admitted.inbound, call));
    avoided = avoid(avoided, lease.member, result.failure, () => result.told().limits);
    if (result.failure.kind === 'flaky-generation' && call.failed.length === 1) flaky = lease;
    if (isUnanswered(result.failure, { status: result.status, began: result.events.length > 0 })) unanswered += 1;
    const progress = {
      attempts: call.chain.length,
      attemptsMax: path.attemptsMax,
      unanswered,
      deadlinePassed: signal.timedOut,
    };
    if (signal.timedOut) return timedOut();
    if (signal.shutDown) return stopped();
    // What the caller has seen stands: another key may only go on from there.
    const question = relay.committed ? seen && continuation(admitted, seen) : call.question;
    if (question === undefined || nextStep(result.failure, progress) === 'stop') return lastWord(path, call);
    call.question = question;
  }
}

/** What is told where no key answered: it depends on the marks that the attempts left. */
async function lastWord(path: RequestPath, call: Call, refusal?: Failure): Promise<GatewayError> {
  await path.books.booked(call);
  return finalError(call.failed, call.choice.decisions(), path.clock.now(), refusal);
}

/** The entry is made of what truly happened: served, cancelled by the caller, failed, or refused for want of a key. */
async function close(
  path: RequestPath,
  call: Call,
  outcome: Served | GatewayError,
  signal: CallSignal,
): Promise<undefined> {
  if (!(outcome instanceof GatewayError)) {
    await path.books.close(
      call,
      { outcome: 'success', errorCode: undefined, served: { member: outcome.lease.member, used: outcome.used } },
      outcome,
    );
  } else if (signal.callerLeft) {
    await path.books.close(call, { outcome: 'cancelled', errorCode: undefined, served: cancelledUse(call) });
  } else {
    await path.books.close(call, {
      outcome: call.chain.length === 0 ? 'rejected' : 'failed',
      errorCode: outcome.code,
      storeAway: isStoreUnavailable(outcome),
      served: undefined,
    });
  }
  return undefined;
}

const timedOut = (): GatewayError =>
  new GatewayError('gateway_timeout', 'The time for the whole request was over before any key had answered.');
