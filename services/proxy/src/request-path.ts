import { GatewayError } from '@palimpsest/domain';
import { beginCall, type Call, noteAttempt } from './accounting/call.ts';
import { conclusionOf, type Served } from './accounting/conclusion.ts';
import { askedBy } from './accounting/usage-event.ts';
import { asGatewayError } from './failover/as-gateway-error.ts';
import { stopped, timedOut } from './failover/stopped.ts';
import { Tried } from './failover/tried.ts';
import type { Downstream } from './http/downstream.ts';
import type { InboundRequest } from './inbound.ts';
import { noAnswer } from './no-answer.ts';
import { createRelay, type Relay, streamModeOf } from './relay/relay.ts';
import { reportOf, reportOfFailed, reportOfRefused, reportUnderWay } from './report.ts';
import type { RequestPath } from './request-parts.ts';
import { earlyLease, unneeded } from './selection/early-lease.ts';
import type { Lease } from './selection/lease.ts';
import { leaseWithin } from './selection/lease-within.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { continuation } from './stitching/continuation.ts';
import type { AttemptResult } from './upstream/attempt.ts';
import type { CallSignal } from './upstream/call-signal.ts';

/** The life of a request, from a checked body to the last byte. Everything that can go wrong on the way is in here or in what it returns. */
export async function serve(
  path: RequestPath,
  inbound: InboundRequest,
  snapshot: Snapshot,
  downstream: Downstream,
): Promise<void> {
  // 1. May this caller do this at all? If so, its user's quota is reserved from here on.
  const call = await admit(path, inbound, snapshot).catch(asGatewayError);
  if (call instanceof GatewayError) {
    const told = await path.books.refuse(askedBy(inbound), call, snapshot.version, path.clock.now());
    return downstream.fail(told, reportOfRefused(inbound, call));
  }

  // 2. Find a key that answers, one after the other.
  path.hold(call);
  downstream.note(reportOf(inbound, call));
  const signal = path.callSignal(downstream, inbound);
  const outcome = await answered(path, call, downstream, signal).catch(asGatewayError);

  // 3. Whatever happened, the books are closed once, before the last byte.
  const served = outcome instanceof GatewayError ? undefined : outcome;
  const conclusion = conclusionOf(call, outcome, signal.callerLeft);
  const unbooked = await path.books.close(call, conclusion, served).then(() => undefined, asGatewayError);
  path.release(call);
  signal.end();
  void call.choice.withdraw();

  // 4. The caller gets the answer whole, or one error.
  if (unbooked !== undefined) return downstream.fail(unbooked, reportOfFailed(inbound, call));
  if (outcome instanceof GatewayError) return downstream.fail(outcome, reportOfFailed(inbound, call));
  return downstream.succeed(outcome.rest, reportOf(inbound, call, outcome.lease));
}

/**
 * A call with its user's quota, and together with it a key's where the user is far from every limit: nobody else holds a key that others
 * could use before it is certain that the call may be made.
 */
async function admit(path: RequestPath, inbound: InboundRequest, snapshot: Snapshot): Promise<Call | GatewayError> {
  const examined = await path.examine(inbound, snapshot);
  if (examined instanceof GatewayError) return examined;
  const choice = path.selection.begin({ request: inbound.envelope.requestId, ...examined });
  const early = path.isAmple(inbound.caller.user.id) ? earlyLease(choice) : undefined;
  const reserved = await path.reserve(examined).catch(asGatewayError);
  if (!(reserved instanceof GatewayError)) return beginCall(reserved, choice, early);
  void unneeded(path.books, choice, early);
  return reserved;
}

/** Lease, attempt, and on failure decide and lease again. Nothing else loops. */
async function answered(
  path: RequestPath,
  call: Call,
  downstream: Downstream,
  signal: CallSignal,
): Promise<Served | GatewayError> {
  const { inbound } = call.admitted;
  const tried = new Tried();
  let { early } = call;
  let seen: ReturnType<Relay['seen']>;
  for (;;) {
    const lease = (await early) ?? (await leaseWithin(path, call, tried.avoided, signal));
    early = undefined;
    if (lease === undefined && tried.allowsOnceMore()) continue;
    if (signal.signal.isStopped) {
      // The call ended while a key was being found: what was just reserved goes back unused.
      if (lease !== undefined) await path.books.giveBack(lease);
      return signal.timedOut ? timedOut() : stopped();
    }
    if (lease === undefined) return noAnswer(path, call, tried.refusal);

    path.hold(call, lease);
    const send: Parameters<typeof createRelay>[1] = (events) =>
      downstream.relay(events, reportUnderWay(inbound, call, lease), signal.signal);
    const relay = createRelay(streamModeOf(inbound), send, seen);
    const result = await attempt(path, call, lease, signal, relay);
    if (result.refused) {
      // Nothing went out: it was no attempt, and another target may take what this one cannot be told.
      tried.refused(result.failure);
      await path.books.giveBack(lease);
      call.choice.unable(lease);
      continue;
    }
    const noted = noteAttempt(call, lease, result);
    seen = relay.seen();
    const { failure } = result;
    if (failure === undefined) {
      const rest = relay.rest(result.events);
      const whole = seen === undefined ? result : { ...result, events: [...seen, ...rest] };
      return { lease, result: whole, used: noted.used, rest };
    }

    // What only books this goes on beside the next attempt.
    path.books.failAttempt(call, lease, result, noted.attempt);
    downstream.note(reportOf(inbound, call));
    const progress = { attempts: call.chain.length, attemptsMax: path.attemptsMax, deadlinePassed: signal.timedOut };
    const step = tried.failed(lease.member, { ...result, failure }, progress);
    if (signal.timedOut) return timedOut();
    if (signal.shutDown) return stopped();
    // What the caller has seen stands: another key may only go on from there.
    const question = relay.committed ? seen && continuation(call.admitted, seen) : call.question;
    if (question === undefined || step === 'stop') return noAnswer(path, call);
    call.question = question;
  }
}

/** One attempt on a key that is held. A mistake of ours says nothing of the provider: its key goes back. */
async function attempt(
  path: RequestPath,
  call: Call,
  lease: Lease,
  { signal }: CallSignal,
  relay: Relay,
): Promise<AttemptResult> {
  try {
    return await path.attempt(lease, call, signal, relay);
  } catch (mistake) {
    await path.books.giveBack(lease);
    throw mistake;
  }
}
