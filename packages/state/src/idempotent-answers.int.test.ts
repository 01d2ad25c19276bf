import { requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { IdempotentAnswers } from './idempotent-answers.ts';

const redis = connectRedis({ url: inject('redisUrl'), onError: () => undefined });
afterAll(() => redis.disconnect());
const answers = new IdempotentAnswers(redis);
const fresh = () => ({ user: userId(randomId('usr')), idempotencyKey: 'order 1' });
const first = requestId(randomId('req'));
const second = requestId(randomId('req'));
const leaseMs = 60_000;

describe('an idempotency key', () => {
  it('is claimed by one of fifty requests at once', async () => {
    const ref = fresh();
    const claims = await Promise.all(
      Array.from({ length: 50 }, () =>
        answers.claim({ ...ref, body: 'b', owner: requestId(randomId('req')), leaseMs }),
      ),
    );
    expect(claims.filter(({ type }) => type === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ type }) => type === 'running')).toHaveLength(49);
  });

  it('gives the stored answer to a repeat, and refuses another body', async () => {
    const ref = fresh();
    await answers.claim({ ...ref, body: 'b', owner: first, leaseMs });
    expect(await answers.keep({ ...ref, owner: first, answer: Buffer.from([0, 255, 1]), ttlMs: leaseMs })).toBe(true);
    expect(await answers.claim({ ...ref, body: 'b', owner: second, leaseMs })).toEqual({
      type: 'stored',
      answer: Buffer.from([0, 255, 1]),
    });
    expect(await answers.claim({ ...ref, body: 'c', owner: second, leaseMs })).toEqual({ type: 'reused' });
  });

  it('is free again once its stored answer is forgotten, and keeps any other answer', async () => {
    const ref = fresh();
    const answer = Buffer.from([0, 255, 1]);
    await answers.claim({ ...ref, body: 'b', owner: first, leaseMs });
    await answers.keep({ ...ref, owner: first, answer, ttlMs: leaseMs });
    await answers.forget({ ...ref, answer: Buffer.from([0]) });
    expect(await answers.claim({ ...ref, body: 'b', owner: second, leaseMs })).toEqual({ type: 'stored', answer });
    await answers.forget({ ...ref, answer });
    expect(await answers.claim({ ...ref, body: 'b', owner: second, leaseMs })).toEqual({ type: 'claimed' });
  });

  it('is another key under another user', async () => {
    await answers.claim({ ...fresh(), body: 'b', owner: first, leaseMs });
    expect(await answers.claim({ ...fresh(), body: 'c', owner: second, leaseMs })).toEqual({ type: 'claimed' });
  });

  it('is free again after a failure, and after the lease of a dead owner', async () => {
    const ref = fresh();
    await answers.claim({ ...ref, body: 'b', owner: first, leaseMs });
    await answers.free({ ...ref, owner: second });
    expect(await answers.claim({ ...ref, body: 'b', owner: second, leaseMs })).toEqual({ type: 'running' });
    await answers.free({ ...ref, owner: first });
    expect(await answers.claim({ ...ref, body: 'b', owner: second, leaseMs: 20 })).toEqual({ type: 'claimed' });
    await expect.poll(() => answers.claim({ ...ref, body: 'b', owner: first, leaseMs })).toEqual({ type: 'claimed' });
    expect(await answers.keep({ ...ref, owner: second, answer: Buffer.from('late'), ttlMs: leaseMs })).toBe(false);
  });
});
