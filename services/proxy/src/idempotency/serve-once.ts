import { createHash } from 'node:crypto';
import { type AnswerEvent, GatewayError } from '@palimpsest/domain';
import { type IdempotentAnswers, isStoreUnavailable, type UserQuota } from '@palimpsest/state';
import { asGatewayError } from '../failover/as-gateway-error.ts';
import { stopped } from '../failover/stopped.ts';
import type { Downstream } from '../http/downstream.ts';
import type { InboundRequest } from '../inbound.ts';
import { reportOf } from '../report.ts';
import { leaseMs } from '../selection/lease.ts';
import { open, seal } from '../sessions/sealed.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { CallSignal } from '../upstream/call-signal.ts';
import type { Shutdown } from '../upstream/shutdown.ts';
import { StopSignal } from '../upstream/stop-signal.ts';
import type { Claims } from './claims.ts';
import { fromJson, toJson } from './kept-answer.ts';
import { presentLimit } from './present-limit.ts';
import { settleStart } from './settle-start.ts';

export type ServeOnceParts = {
  readonly answers: Pick<IdempotentAnswers, 'claim' | 'keep' | 'free' | 'forget'>;
  readonly claims: Claims;
  readonly quota: Pick<UserQuota, 'read'>;
  /** Writes the entry of a call that is refused here; what its caller is told. */
  refuse(inbound: InboundRequest, snapshot: Snapshot, refusal: GatewayError): Promise<GatewayError>;
  /** Milliseconds that a repeat waits for the first at most. */
  readonly timeoutMs: number;
  /** When it begins, no repeat waits any longer. */
  readonly shutdown: Shutdown;
};

/** A day, in milliseconds; and how much of an answer is kept, in bytes. */
const ttlMs = 86_400_000;
const mostBytes = 1_048_576;
/** Between two looks at a request that is still running. */
const pauseMs = 100;

/** Who asks with an idempotency key: the raw body, which is not kept for that, decides whether it is the same request. */
export type Repeatable = { readonly idempotencyKey: string; readonly bodyHash: string };

export const repeatable = (idempotencyKey: string, body: Uint8Array): Repeatable => ({
  idempotencyKey,
  bodyHash: createHash('sha256').update(body).digest('hex'),
});

/**
 * Serves a request with an idempotency key at most once a day: a repeat gets the stored answer, is neither sent upstream nor counted; while
 * the first is running it waits. Only whole answers are kept; a failure frees the key. A caller who leaves does not end the call.
 */
export async function serveOnce(
  parts: ServeOnceParts,
  { idempotencyKey, bodyHash }: Repeatable,
  inbound: InboundRequest,
  snapshot: Snapshot,
  downstream: Downstream,
  run: (downstream: Downstream) => Promise<void>,
): Promise<void> {
  const owner = inbound.envelope.requestId;
  const ref = { user: inbound.caller.user.id, idempotencyKey };
  const place = `answer|${ref.user}|${idempotencyKey}`;
  const refused = async (refusal: GatewayError): Promise<void> =>
    downstream.fail(await parts.refuse(inbound, snapshot, refusal), reportOf(inbound));

  const waiting = new CallSignal(downstream.signal, parts.timeoutMs, parts.shutdown);
  try {
    for (;;) {
      const claim = await parts.answers.claim({ ...ref, body: bodyHash, owner, leaseMs });
      if (claim.type === 'claimed') break;
      if (claim.type === 'reused')
        return await refused(
          new GatewayError('idempotency_key_reused', 'This Idempotency-Key was used with another request body.', {
            param: 'Idempotency-Key',
          }),
        );
      const kept = claim.type === 'stored' ? fromJson(open(claim.answer, snapshot.dataKey, place)) : undefined;
      if (kept !== undefined) {
        const { clientRequestId } = inbound.envelope;
        const requestLimit = await presentLimit(parts.quota, inbound.caller.user);
        const report = { ...kept.report, clientRequestId, requestLimit, replayed: true };
        return await downstream.succeed(kept.events, report);
      }
      // What cannot be opened any more was kept under a data key that is gone: the key is as good as never used.
      if (claim.type === 'stored') {
        await parts.answers.forget({ ...ref, answer: claim.answer });
        continue;
      }
      if (waiting.callerLeft) return;
      if (waiting.timedOut)
        return await refused(
          new GatewayError('gateway_timeout', 'The request with the same Idempotency-Key did not end in time.'),
        );
      if (waiting.shutDown) return await refused(stopped());
      await waiting.sleep(pauseMs);
    }
  } catch (error) {
    return refused(asGatewayError(error));
  } finally {
    waiting.end();
  }

  const seen: AnswerEvent[] = [];
  const settled = settleStart(owner);
  const release = parts.claims.hold({ ...ref, owner });
  await run({
    signal: new StopSignal(),
    note: (report) => downstream.note(report),
    relay(events, report, ending) {
      const told = settled(events);
      for (const event of told) seen.push(event);
      return downstream.relay(told, report, ending);
    },
    async succeed(events, report) {
      const key = snapshot.newestDataKey;
      const rest = settled(events);
      const answer = key && seal(toJson({ events: [...seen, ...rest], report }), key, place);
      const kept =
        answer !== undefined && answer.length <= mostBytes
          ? parts.answers.keep({ ...ref, owner, answer, ttlMs })
          : parts.answers.free({ ...ref, owner });
      // The answer is whole and counted: where Redis does not take it now, a repeat is served anew.
      await kept.catch(() => undefined);
      return downstream.succeed(rest, report);
    },
    async fail(error, report) {
      const freed = parts.answers.free({ ...ref, owner }).catch(() => undefined);
      // Who is told that Redis is away has waited for it already.
      if (!isStoreUnavailable(error)) await freed;
      return downstream.fail(error, report);
    },
  }).finally(release);
}
