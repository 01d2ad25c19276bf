import { expect, test } from 'vitest';
import { costWords, missingWords, operatorCostWords, operatorMissingWords } from './cost-words.ts';

test('a cost is every place of it, and never shown as whole where something had no price', () => {
  expect(costWords({ cost: '0.000000001', unpriced_requests: 0 })).toBe('$0.000000001');
  expect(costWords({ cost: '0.5', unpriced_requests: 2 })).toBe('≥ $0.50');
  expect(costWords({ cost: null, unpriced_requests: 2 })).toBe('not priced');
  expect(operatorCostWords({ operator_cost: '0', unpriced_attempts: 0 })).toBe('$0');
  expect(operatorCostWords({ operator_cost: null, unpriced_attempts: 2 })).toBe('not priced');
  expect(operatorMissingWords({ unpriced_attempts: 2 })).toBe('Without 2 attempts on models that have no price');
  expect(missingWords({ unpriced_requests: 0 })).toBeUndefined();
  expect(missingWords({ unpriced_requests: 1 })).toBe('Without 1 request for models that have no price');
});
