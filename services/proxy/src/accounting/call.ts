import {
  type AnswerEvent,
  type Attempt,
  classOf,
  type MeteredAttempt,
  noUsage,
  type PoolMember,
  quotaTag,
  type Usage,
  usageOf,
} from '@palimpsest/domain';
import { Patience } from '@palimpsest/state';
import type { Admitted } from '../admission/admitted.ts';
import type { FailedAttempt } from '../failover/final-error.ts';
import type { Lease } from '../selection/lease.ts';
import type { KeyChoice } from '../selection/select.ts';
import type { AttemptResult } from '../upstream/attempt.ts';
import { costOn } from './cost.ts';

/** What is asked of a provider, and how many tokens that is. */
export type Question = Pick<Admitted, 'ask' | 'promptTokens'>;

/** One call under way: what was tried so far, and what it used. */
export type Call = {
  readonly admitted: Admitted;
  /** The first key, where it was asked for before it was known whether the user may call. */
  readonly early: Promise<Lease | undefined> | undefined;
  readonly chain: MeteredAttempt[];
  readonly failed: FailedAttempt[];
  /** The bookings of failed attempts, which go on beside what comes next. */
  readonly endings: Promise<unknown>[];
  /** Those of the attempts whose reservation a server may have lost that gave way to another, until it was looked after. */
  readonly unsure: Set<Lease>;
  /** The choice of its keys, which tells why each was taken or passed over. */
  readonly choice: KeyChoice;
  /** What the next attempt is asked: what was admitted, or what makes an answer that broke off go on. */
  question: Question;
  /** Milliseconds for which it has waited for a key to wake. */
  waitedMs: number;
  /** What its books may take of the time of its caller. */
  readonly patience: Patience;
};

export const beginCall = (admitted: Admitted, choice: KeyChoice, early?: Promise<Lease | undefined>): Call => ({
  admitted,
  early,
  chain: [],
  failed: [],
  endings: [],
  unsure: new Set(),
  choice,
  question: admitted,
  waitedMs: 0,
  patience: new Patience(),
});

/** What an attempt used, and whether that is an estimate. */
export type Used = { readonly usage: Usage; readonly estimated: boolean };

/**
 * What an attempt used: the provider's numbers where it told any; else, where it brought content, an estimate from the prompt and what was
 * seen; else nothing. Some tell at the start of a stream what the prompt took, and the answer only at its end: of one that broke off what was
 * seen counts where it is more.
 */
function usedBy(result: AttemptResult, { question: { promptTokens }, admitted: { count } }: Call): Used {
  // All zeros is what some servers send instead of nothing.
  if (result.usage !== undefined && result.usage.totalTokens > 0) {
    const completionTokens = result.failure === undefined ? 0 : count(textSeen(result.events));
    return completionTokens > result.usage.completionTokens
      ? { usage: usageOf({ ...result.usage, completionTokens }), estimated: true }
      : { usage: result.usage, estimated: false };
  }
  const seen = textSeen(result.events);
  if (seen === '' && result.failure !== undefined) return { usage: noUsage, estimated: false };
  // Vectors cost what was read for them.
  const isVectors = result.events.some((event) => event.type === 'embedding');
  const completionTokens = isVectors ? 0 : Math.max(1, count(seen));
  return { usage: usageOf({ promptTokens, completionTokens }), estimated: true };
}

function textSeen(events: readonly AnswerEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'refusal-delta')
      text += event.text;
    else if (event.type === 'tool-call-start') text += event.name;
    else if (event.type === 'tool-call-delta') text += event.arguments;
  }
  return text;
}

/** Notes a finished attempt in the call's chain, with what it counted against its key. */
export function noteAttempt(
  call: Call,
  lease: Lease,
  result: AttemptResult,
): { readonly attempt: MeteredAttempt; readonly used: Used } {
  const { admitted } = call;
  const { key, upstreamModel } = lease.member;
  const used = usedBy(result, call);
  const attempt: MeteredAttempt = {
    key: key.id,
    provider: key.provider,
    model: upstreamModel,
    class: result.failure === undefined ? 'success' : classOf(result.failure),
    status: result.status ?? result.failure?.status ?? null,
    reason: result.failure?.reason ?? null,
    latencyMs: Math.round(result.latencyMs),
    quotaTag: quotaTag(key),
    reservedAtMs: lease.reservedAtMs,
    reached: result.reached,
    usage: used.usage,
    cost: costOn(admitted.snapshot, lease.member, admitted.ask.body.model, used.usage, admitted.admittedAtMs)?.cost,
  };
  call.chain.push(attempt);
  if (lease.hold !== undefined) call.unsure.add(lease);
  if (result.failure !== undefined) call.failed.push({ attempt: shown(attempt), failure: result.failure });
  return { attempt, used };
}

/** An attempt without what only the books need. */
const shown = ({ key, provider, model, class: of, status, reason, latencyMs }: MeteredAttempt): Attempt => ({
  key,
  provider,
  model,
  class: of,
  status,
  reason,
  latencyMs,
});

/** A caller who leaves pays for what the attempt under way had used. */
export function cancelledUse(call: Call): { readonly member: PoolMember; readonly used: Used } | undefined {
  const last = call.chain.at(-1);
  const key = last && call.admitted.snapshot.key(last.key);
  if (last === undefined || key === undefined || last.class !== 'cancelled') return undefined;
  return { member: { key, upstreamModel: last.model }, used: { usage: last.usage, estimated: true } };
}
