import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const failure = (kind: Failure['kind'], scope: Failure['scope']): Failure => ({
  kind,
  scope,
  status: null,
  retryAfterMs: null,
  reason: 'test',
});
const fresh = { attempts: 1, attemptsMax: 8, possiblyBilled: 0, deadlinePassed: false };

describe('after a failed attempt', () => {
  it.each([
    ['rate-limited', 'key'],
    ['quota-exhausted', 'account'],
    ['key-rejected', 'key'],
    ['model-denied', 'key-model'],
    ['overloaded', 'provider-model'],
    ['server-error', 'provider'],
    ['refused-here', 'egress'],
    ['malformed-answer', 'request'],
    ['flaky-generation', 'request'],
  ] as const)('%s of the %s lets another key try', (kind, scope) => {
    expect(nextStep(failure(kind, scope), fresh)).toBe('another');
  });

  it.each([
    ['request-rejected', 'request'],
    ['request-too-large', 'size'],
    ['cancelled', 'client'],
  ] as const)('%s of the %s ends the call', (kind, scope) => {
    expect(nextStep(failure(kind, scope), fresh)).toBe('stop');
  });

  it('stops at the limit of attempts and at the deadline', () => {
    expect(nextStep(failure('rate-limited', 'key'), { ...fresh, attempts: 8 })).toBe('stop');
    expect(nextStep(failure('rate-limited', 'key'), { ...fresh, deadlinePassed: true })).toBe('stop');
  });

  it('tries once more after "sent but no answer", and not twice', () => {
    expect(nextStep(failure('timed-out', 'provider'), { ...fresh, possiblyBilled: 1 })).toBe('another');
    expect(nextStep(failure('timed-out', 'provider'), { ...fresh, possiblyBilled: 2 })).toBe('stop');
    expect(nextStep(failure('disconnected', 'request'), { ...fresh, possiblyBilled: 2 })).toBe('stop');
  });
});
