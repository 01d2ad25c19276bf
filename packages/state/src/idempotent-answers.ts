import { createHash } from 'node:crypto';
import type { RequestId, UserId } from '@palimpsest/domain';
import { keyspace, type RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { claimAnswer, forgetAnswer, freeAnswer, keepAnswer, renewAnswer } from './scripts.gen.ts';

/** An idempotency key belongs to its user: the same one under another user is another. */
export type AnswerRef = { readonly user: UserId; readonly idempotencyKey: string };

export type AnswerClaim =
  /** It is this request's to answer. */
  | { readonly type: 'claimed' }
  /** Another request with the same body is being answered. */
  | { readonly type: 'running' }
  /** The key was used with another body. */
  | { readonly type: 'reused' }
  /** As it was kept: sealed by the proxy. */
  | { readonly type: 'stored'; readonly answer: Buffer };

/**
 * Answers kept by idempotency key, and who is at work on one. The key is kept as its SHA-256.
 * Everything throws only where Redis is away (`isStoreUnavailable`).
 */
export class IdempotentAnswers {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** `body`: SHA-256 of the request body. `leaseMs`: a claim that is not renewed ends after it. */
  async claim({
    body,
    owner,
    leaseMs,
    ...ref
  }: AnswerRef & { readonly body: string; readonly owner: RequestId; readonly leaseMs: number }): Promise<AnswerClaim> {
    const { verdict, answer } = await claimAnswer(this.#redis, keyOf(ref), { body, owner, leaseMs });
    return verdict === 'stored'
      ? { type: 'stored', answer: Buffer.from(answer) }
      : { type: verdict as Exclude<AnswerClaim['type'], 'stored'> };
  }

  /** Keeps the answer for `ttlMs`. `false`: the claim had ended. */
  async keep({
    owner,
    answer,
    ttlMs,
    ...ref
  }: AnswerRef & { readonly owner: RequestId; readonly answer: Uint8Array; readonly ttlMs: number }): Promise<boolean> {
    return (await keepAnswer(this.#redis, keyOf(ref), { owner, answer, ttlMs })).kept === 1;
  }

  /** The request failed, or its answer is too large to keep: the next one with the key is answered anew. */
  async free({ owner, ...ref }: AnswerRef & { readonly owner: RequestId }): Promise<void> {
    await freeAnswer(this.#redis, keyOf(ref), { owner });
  }

  /** A stored answer that does not open any more: the next one with the key claims it. Another answer stays. */
  async forget({ answer, ...ref }: AnswerRef & { readonly answer: Uint8Array }): Promise<void> {
    await forgetAnswer(this.#redis, keyOf(ref), { answerSha1: createHash('sha1').update(answer).digest('hex') });
  }

  async renew({
    owner,
    leaseMs,
    ...ref
  }: AnswerRef & { readonly owner: RequestId; readonly leaseMs: number }): Promise<void> {
    await renewAnswer(this.#redis, keyOf(ref), { owner, leaseMs });
  }
}

const keyOf = ({ user, idempotencyKey }: AnswerRef): { readonly entry: RedisKey } => ({
  entry: keyspace.idempotentAnswer(user, createHash('sha256').update(idempotencyKey).digest('hex')),
});
