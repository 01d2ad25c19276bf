import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { markFor } from './cooldown.ts';

const failure = (kind: Failure['kind'], scope: Failure['scope'], more: Partial<Failure> = {}): Failure => ({
  kind,
  scope,
  status: null,
  retryAfterMs: null,
  reason: 'test',
  ...more,
});
const options = { cooldownMs: 30_000, jitter: 0, nowMs: Date.parse('2026-11-29T20:00:00Z') };

describe('the mark that a failure leaves', () => {
  it('keeps the time that the provider named, without jitter', () => {
    expect(markFor(failure('rate-limited', 'key', { retryAfterMs: 20_000 }), { ...options, jitter: 1 })).toEqual({
      state: 'sleeping',
      inMs: 20_000,
      onModel: false,
    });
  });

  it('doubles from the cooldown where none was named, up to a quarter of an hour', () => {
    const { inMs } = markFor(failure('rate-limited', 'key'), options) ?? {};
    expect(inMs).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000]);
    const stretched = markFor(failure('rate-limited', 'key'), { ...options, jitter: 1 });
    expect(stretched?.inMs).toEqual([31_500, 63_000, 126_000, 252_000, 504_000, 900_000]);
  });

  it('asks a key ever more rarely that has run out for nobody knows how long', () => {
    const { inMs } = markFor(failure('quota-exhausted', 'account'), options) ?? {};
    expect(inMs).toEqual([1, 2, 4, 8, 16, 24].map((hours) => hours * 3_600_000));
  });

  it.each([
    ['overloaded', 'provider-model'],
    ['server-error', 'provider'],
    ['refused-here', 'egress'],
    ['request-rejected', 'request'],
    ['request-too-large', 'size'],
    ['cancelled', 'client'],
  ] as const)('is none for %s of the %s: no key is to blame', (kind, scope) => {
    expect(markFor(failure(kind, scope), options)).toBeUndefined();
  });

  it('suspends a rejected key until an operator acts, and lets an unclear one sleep for ten minutes', () => {
    expect(markFor(failure('key-rejected', 'key'), options)).toEqual({
      state: 'suspended',
      inMs: 'by-hand',
      onModel: false,
    });
    expect(markFor(failure('key-rejected', 'key', { unclear: true }), options)).toEqual({
      state: 'sleeping',
      inMs: 600_000,
      onModel: false,
      again: 'suspended',
    });
  });

  it.each([
    ['key-rejected', 'key', false],
    ['model-denied', 'key-model', true],
  ] as const)('never needs an operator for %s of the %s that a failing server tells', (kind, scope, onModel) => {
    expect(markFor(failure(kind, scope, { status: 503 }), options)).toEqual({
      state: 'sleeping',
      inMs: 600_000,
      onModel,
    });
  });

  it('passes a key over for one model alone where only that is denied or used up', () => {
    expect(markFor(failure('model-denied', 'key-model'), options)).toMatchObject({ state: 'suspended', onModel: true });
    expect(markFor(failure('quota-exhausted', 'account-model', { retryAfterMs: 5000 }), options)).toMatchObject({
      state: 'exhausted',
      onModel: true,
    });
  });

  it.each([
    ['day', 'America/Los_Angeles', 12 * 3600_000],
    ['day', 'UTC', 4 * 3600_000],
    ['week', 'UTC', 4 * 3600_000],
    ['month', 'UTC', 28 * 3600_000],
  ] as const)('lasts to the next %s in %s where the provider has a calendar', (period, timeZone, inMs) => {
    expect(markFor(failure('quota-exhausted', 'key', { resets: { period, timeZone } }), options)?.inMs).toBe(inMs);
  });
});
