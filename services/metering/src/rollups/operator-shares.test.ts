import { providerKeyId } from '@palimpsest/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { operatorShares } from './operator-shares.ts';

const cost = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: undefined });
const attempt = fc
  .record({
    key: fc.constantFrom('key_a', 'key_b', 'key_c'),
    class: fc.constantFrom('success', 'transient', 'cancelled'),
    cost,
  })
  .map(({ key, ...rest }) => sampleAttempt({ ...rest, key: providerKeyId(key) }));
const event = fc
  .record({
    chain: fc.array(attempt, { maxLength: 4 }),
    operatorCost: cost,
    outcome: fc.constantFrom('success', 'failed', 'cancelled'),
  })
  .map(sampleEvent);

test('the shares add up to the cost of the operator, whatever the attempts say', () => {
  fc.assert(
    fc.property(event, (any) => {
      const shares = operatorShares(any);
      expect(shares.reduce((sum, share) => sum + share.cost, 0n)).toBe(any.operatorCost ?? 0n);
      expect(shares.every((share) => share.cost > 0n)).toBe(true);
    }),
  );
});

test("an answer that its client never got is the operator's, under the key that gave it", () => {
  const lost = sampleEvent({ outcome: 'failed', operatorCost: 35_000n, cost: undefined });
  expect(operatorShares(lost)).toEqual([{ key: 'key_paid', provider: 'openai', cost: 35_000n }]);
});
