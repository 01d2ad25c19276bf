import { describe, expect, it } from 'vitest';
import { poolMember, standing } from '../testing/pool-member.ts';
import type { Standing } from './candidate.ts';
import { passedOver } from './usable.ts';

const now = 1000;
const paced = { countedAs: 'gpt-test', needs: { requests: 1 } };

describe('a key that need not be asked', () => {
  it.each([
    ['disabled', poolMember('k', { enabled: false }), undefined, 'disabled'],
    ['whose secret cannot be opened', poolMember('k', { secret: undefined }), undefined, 'unreadable'],
    ['suspended', poolMember('k'), standing({ state: 'suspended' }), 'suspended'],
    ['asleep', poolMember('k'), standing({ state: 'sleeping', untilMs: 1001 }), 'sleeping'],
    ['exhausted', poolMember('k'), standing({ state: 'exhausted', untilMs: 2000 }), 'exhausted'],
    [
      'without this model',
      poolMember('k'),
      standing({ models: new Map([['gpt-test', { untilMs: null, reason: '' }]]) }),
      'model',
    ],
  ])('is one that is %s', (_, member, known, verdict) => {
    expect(passedOver(member, { standing: known, vendorStoppedUntilMs: undefined, paced }, now)?.verdict).toBe(verdict);
  });

  it('says what is its own before the trouble of its vendor, and waits for the end of both', () => {
    const stopped = (known: Partial<Standing>) =>
      passedOver(poolMember('k'), { standing: standing(known), vendorStoppedUntilMs: 5000, paced }, now);
    expect(stopped({ state: 'sleeping', untilMs: 40_000 })).toEqual({ verdict: 'sleeping', untilMs: 40_000 });
    expect(stopped({ state: 'sleeping', untilMs: 2000 })).toEqual({ verdict: 'sleeping', untilMs: 5000 });
    expect(stopped({ state: 'suspended' })).toEqual({ verdict: 'suspended', untilMs: null });
  });

  it('is one of a vendor in trouble', () => {
    expect(passedOver(poolMember('k'), { standing: standing(), vendorStoppedUntilMs: 5000, paced }, now)).toEqual({
      verdict: 'vendor',
      untilMs: 5000,
    });
  });

  it.each([
    ['of which nothing is known', undefined],
    ['whose time to wake has come', standing({ state: 'sleeping', untilMs: 1000 })],
    ['out for another model only', standing({ models: new Map([['gpt-other', { untilMs: null, reason: '' }]]) })],
  ])('is not one %s', (_, known) => {
    expect(
      passedOver(poolMember('k'), { standing: known, vendorStoppedUntilMs: undefined, paced }, now),
    ).toBeUndefined();
  });
});
