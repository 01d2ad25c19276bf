import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { vendorRule } from './vendor-trouble.ts';

const failure = (kind: Failure['kind'], scope: Failure['scope'], status: number | null = null): Failure => ({
  kind,
  scope,
  status,
  retryAfterMs: null,
  reason: 'test',
});

describe('what several keys meet at once is', () => {
  it.each([
    ['server-error', 'provider', 500, 'outage'],
    ['server-error', 'provider', null, 'outage'],
    ['timed-out', 'request', 504, 'outage'],
    ['disconnected', 'provider', null, 'outage'],
    ['key-rejected', 'key', 500, 'outage'],
    ['overloaded', 'provider-model', 503, 'capacity'],
    ['overloaded', 'provider-model', null, 'capacity'],
    ['rate-limited', 'account-model', 429, 'limited'],
    ['key-rejected', 'key', 401, 'refused'],
    ['key-rejected', 'account', 403, 'refused'],
    ['refused-here', 'egress', 403, 'refused'],
    ['server-error', 'egress', 403, 'refused'],
  ] as const)('%s of the %s with %s: %s', (kind, scope, status, trouble) => {
    expect(vendorRule(failure(kind, scope, status))?.trouble).toBe(trouble);
  });

  it.each([
    ['key-rejected', 'key', 400],
    ['rate-limited', 'account', 402],
    ['model-denied', 'key-model', 403],
    ['quota-exhausted', 'account', 429],
    ['server-error', 'provider', 301],
    ['malformed-answer', 'provider', null],
    ['timed-out', 'provider-model', null],
    ['disconnected', 'request', null],
    ['request-rejected', 'request', 400],
    ['cancelled', 'client', null],
  ] as const)('%s of the %s with %s: nobody else’s trouble', (kind, scope, status) => {
    expect(vendorRule(failure(kind, scope, status))).toBeUndefined();
  });
});
