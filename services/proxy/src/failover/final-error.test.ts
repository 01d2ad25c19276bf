import { type Attempt, decided, type Failure, providerKeyId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { type FailedAttempt, finalError } from './final-error.ts';

const failed = (kind: Failure['kind'], scope: Failure['scope'], more: Partial<Failure> = {}): FailedAttempt => {
  const attempt: Attempt = {
    key: providerKeyId('k1'),
    provider: 'openai',
    model: 'm',
    class: 'transient',
    status: more.status ?? null,
    reason: null,
    latencyMs: 1,
  };
  return { attempt, failure: { kind, scope, status: null, retryAfterMs: null, reason: 'something happened', ...more } };
};
const asleep = [decided(poolMember('k1'), 'sleeping', 12_000)];

describe('the last word to the caller', () => {
  it("is the provider's own for a fatal answer, status and code kept", () => {
    const answer = {
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
      message: 'too long',
    };
    expect(finalError([failed('request-rejected', 'request', { status: 400, answer })], asleep, 0)).toMatchObject({
      code: 'upstream_rejected',
      status: 400,
      publicMessage: 'too long',
      options: { upstream: { code: 'context_length_exceeded' }, param: 'messages' },
    });
  });

  it('is why the first target could not be asked where none could, and what another one waits for else', () => {
    const answer = { type: 'invalid_request_error', param: 'stop', code: 'unsupported_value', message: 'no such stop' };
    const { failure: refusal } = failed('request-rejected', 'request', { answer });
    const unable = decided(poolMember('k2'), 'unable');
    expect(finalError([], [unable], 0, refusal)).toMatchObject({
      code: 'invalid_request',
      status: 400,
      publicMessage: 'no such stop',
      options: { param: 'stop', upstream: { code: 'unsupported_value' } },
    });
    expect(finalError([], [...asleep, unable], 0, refusal)).toMatchObject({
      code: 'pool_exhausted',
      options: { retryAfterMs: 12_000 },
    });
  });

  it('is 429 with the soonest wake-up where all were limits', () => {
    expect(finalError([failed('rate-limited', 'key'), failed('quota-exhausted', 'key')], asleep, 0)).toMatchObject({
      code: 'pool_exhausted',
      options: { retryAfterMs: 12_000 },
    });
  });

  it('is 429 with the wake-up of the one whose limit is large enough, where another’s is too small', () => {
    const tooLarge = failed('request-too-large', 'size', { status: 413 });
    const limited = failed('rate-limited', 'key');
    const large = { ...limited, attempt: { ...limited.attempt, key: providerKeyId('k2') } };
    const candidates = [decided(poolMember('k1'), 'chosen'), decided(poolMember('k2'), 'sleeping', 30_000)];
    expect(finalError([tooLarge, large], candidates, 0)).toMatchObject({
      code: 'pool_exhausted',
      publicMessage: expect.stringContaining('1 key: 1 sleeping'),
      options: { retryAfterMs: 30_000 },
    });
  });

  it('is 502 with what was tried, and no secret, where one failed for another reason', () => {
    const error = finalError(
      [failed('rate-limited', 'key', { status: 429 }), failed('server-error', 'provider', { status: 500 })],
      asleep,
      0,
    );
    expect(error).toMatchObject({ code: 'upstream_failed', status: 502 });
    expect(error.options.attempts).toEqual([
      { provider: 'openai', key: 'k1', class: 'transient', status: 429 },
      { provider: 'openai', key: 'k1', class: 'transient', status: 500 },
    ]);
  });

  it('is 404 where every provider says that it has no access to the model', () => {
    const denied = [decided(poolMember('k1'), 'model'), decided(poolMember('k2'), 'not-needed')];
    expect(finalError([failed('model-denied', 'key-model')], denied, 0)).toMatchObject({ code: 'model_not_found' });
  });

  it('is 429 where others, asleep now, may have access to the model', () => {
    const candidates = [decided(poolMember('k1'), 'model'), decided(poolMember('k2'), 'sleeping', 12_000)];
    expect(finalError([failed('model-denied', 'key-model')], candidates, 0)).toMatchObject({
      code: 'pool_exhausted',
      options: { retryAfterMs: 12_000 },
    });
  });

  it('has the status that OpenAI would answer, where the provider has another', () => {
    const answer = { status: 413, type: 'invalid_request_error', param: null, code: 'request_too_large', message: 'x' };
    const error = finalError([failed('request-too-large', 'size', { status: 429, answer })], asleep, 0);
    expect(error).toMatchObject({ status: 413, options: { upstream: { code: 'request_too_large' } } });
  });

  it("is never a 401 for a provider's refusal", () => {
    expect(
      finalError([failed('key-rejected', 'key', { status: 401 })], [decided(poolMember('k1'), 'suspended')], 0),
    ).toMatchObject({ status: 503, code: 'no_usable_key' });
    expect(finalError([failed('request-rejected', 'request', { status: 401 })], asleep, 0).status).toBe(400);
  });
});
