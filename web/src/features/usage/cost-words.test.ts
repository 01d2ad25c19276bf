import { expect, test } from 'vitest';
import { costWords, missingWords } from './cost-words.ts';

test('a cost is every place of it, and never shown as whole where something had no price', () => {
  expect(costWords({ cost: '0.000000001', unpriced_requests: 0 })).toBe('$0.000000001');
  expect(costWords({ cost: '0.5', unpriced_requests: 2 })).toBe('≥ $0.5');
  expect(costWords({ cost: null, unpriced_requests: 2 })).toBe('not priced');
  expect(missingWords({ unpriced_requests: 0 })).toBeUndefined();
  expect(missingWords({ unpriced_requests: 1 })).toBe('Without 1 request for models that have no price');
});
