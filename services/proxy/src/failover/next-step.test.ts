import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { isUnanswered, nextStep } from './next-step.ts';

const failure = (kind: Failure['kind'], scope: Failure['scope']): Failure => ({
  kind,
  scope,
  status: null,
  retryAfterMs: null,
  reason: 'test',
});
const fresh = { attempts: 1, attemptsMax: 8, unanswered: 0, deadlinePassed: false };

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
    ['request-too-large', 'size'],
  ] as const)('%s of the %s lets another key try', (kind, scope) => {
    expect(nextStep(failure(kind, scope), fresh)).toBe('another');
  });

  it.each([
    ['request-rejected', 'request'],
    ['request-rejected', 'provider-model'],
    ['request-too-large', 'request'],
    ['malformed-answer', 'size'],
    ['cancelled', 'client'],
  ] as const)('%s of the %s ends the call', (kind, scope) => {
    expect(nextStep(failure(kind, scope), fresh)).toBe('stop');
  });

  it('stops at the limit of attempts and at the deadline', () => {
    expect(nextStep(failure('rate-limited', 'key'), { ...fresh, attempts: 8 })).toBe('stop');
    expect(nextStep(failure('rate-limited', 'key'), { ...fresh, deadlinePassed: true })).toBe('stop');
  });

  it('tries once more after "sent but no answer", and not twice', () => {
    expect(nextStep(failure('timed-out', 'provider-model'), { ...fresh, unanswered: 1 })).toBe('another');
    expect(nextStep(failure('timed-out', 'provider-model'), { ...fresh, unanswered: 2 })).toBe('stop');
  });

  it.each([
    ['a silence from the start', 'timed-out', 'provider-model', { status: null, began: false }, true],
    ['a silence after the headers', 'timed-out', 'provider-model', { status: 200, began: false }, true],
    ['a silence in the middle', 'timed-out', 'provider-model', { status: 200, began: true }, false],
    ['a connection that dies before the headers', 'disconnected', 'request', { status: null, began: false }, true],
    ['a connection that dies in the middle', 'disconnected', 'request', { status: 200, began: true }, false],
    ['a connection that is refused', 'disconnected', 'provider', { status: null, began: false }, false],
  ] as const)('%s', (_, kind, scope, seen, unanswered) => {
    expect(isUnanswered(failure(kind, scope), seen)).toBe(unanswered);
  });

  it('a time-out that the provider tells is an answer', () => {
    expect(isUnanswered({ ...failure('timed-out', 'request'), status: 504 }, { status: 504, began: false })).toBe(
      false,
    );
  });
});
