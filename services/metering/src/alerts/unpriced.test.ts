import { noUsage, usageOf } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { limitedAttempt, sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { createUnpricedAlert, isUnpriced } from './unpriced.ts';

test('tokens that nobody can price are missed; requests without tokens are not', () => {
  expect(isUnpriced(sampleEvent({ cost: undefined }))).toBe(true);
  expect(isUnpriced(sampleEvent({ cost: 0n }))).toBe(false);
  expect(isUnpriced(sampleEvent({ outcome: 'failed', chain: [limitedAttempt()] }))).toBe(false);
  expect(
    isUnpriced(sampleEvent({ outcome: 'failed', usage: noUsage, operatorUsage: usageOf({ promptTokens: 1 }) })),
  ).toBe(true);
});

test('a model without a price is told once', () => {
  const told: string[] = [];
  const alert = createUnpricedAlert(({ provider, model }) => told.push(`${provider} ${model}`));
  for (const model of ['gpt-4o', 'gpt-4o', 'o3', 'gpt-4o'])
    alert(sampleEvent({ chain: [sampleAttempt({ model })], cost: undefined }));
  expect(told).toEqual(['openai gpt-4o', 'openai o3']);
});
