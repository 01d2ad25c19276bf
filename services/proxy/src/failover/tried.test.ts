import type { Failure } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { isAvoided } from './avoid.ts';
import { Tried } from './tried.ts';

const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
  kind,
  scope: 'request',
  status: null,
  retryAfterMs: null,
  reason: '',
  ...more,
});
const failed = (of: Failure) => ({ failure: of, status: of.status, events: [], told: () => ({ limits: [] }) });
const after = (attempts: number) => ({ attempts, attemptsMax: 8, deadlinePassed: false });

it('gives the only key that was tried one more try where it generated nonsense, and no second one', () => {
  const tried = new Tried();
  expect(tried.failed(poolMember('a'), failed(failure('flaky-generation')), after(1))).toBe('another');
  expect(isAvoided(tried.avoided, poolMember('a'))).toBe(true);
  expect(tried.allowsOnceMore()).toBe(true);
  expect(isAvoided(tried.avoided, poolMember('a'))).toBe(false);
  tried.failed(poolMember('a'), failed(failure('flaky-generation')), after(2));
  expect(tried.allowsOnceMore()).toBe(false);
});

it('stops when a second request was sent and not answered, since each may be billed', () => {
  const tried = new Tried();
  const silent = failed(failure('timed-out', { scope: 'key' }));
  expect(tried.failed(poolMember('a'), silent, after(1))).toBe('another');
  expect(tried.failed(poolMember('b'), silent, after(2))).toBe('stop');
});

it('remembers why the first target could not be told the request', () => {
  const tried = new Tried();
  tried.refused(failure('request-rejected', { reason: 'first' }));
  tried.refused(failure('request-rejected', { reason: 'second' }));
  expect(tried.refusal?.reason).toBe('first');
});
