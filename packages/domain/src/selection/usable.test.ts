import { describe, expect, it } from 'vitest';
import { poolMember, standing } from '../testing/pool-member.ts';
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
