import { noUsage, usageOf } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { limitedAttempt, sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { createUnpricedAlert, isUnpriced, readUnpricedName, unpricedName } from './unpriced.ts';

test('tokens that nobody can price are missed; requests without tokens are not', () => {
  expect(isUnpriced(sampleEvent({ cost: undefined }))).toBe(true);
  expect(isUnpriced(sampleEvent({ cost: 0n }))).toBe(false);
  expect(isUnpriced(sampleEvent({ outcome: 'failed', chain: [limitedAttempt()] }))).toBe(false);
  expect(
    isUnpriced(sampleEvent({ outcome: 'failed', usage: noUsage, operatorUsage: usageOf({ promptTokens: 1 }) })),
  ).toBe(true);
});

test('a model without a price is told once, and again after everything was forgotten', () => {
  const told: string[] = [];
  const alert = createUnpricedAlert(({ provider, model }) => told.push(`${provider} ${model}`));
  const see = (model: string) => alert.see(sampleEvent({ chain: [sampleAttempt({ model })], cost: undefined }));
  for (const model of ['gpt-4o', 'gpt-4o', 'o3', 'gpt-4o']) see(model);
  expect(told).toEqual(['openai gpt-4o', 'openai o3']);
  alert.forget();
  see('o3');
  expect(told).toEqual(['openai gpt-4o', 'openai o3', 'openai o3']);
});

test('a target is read again as it was, whatever its vendor and model are called', () => {
  for (const target of [
    { provider: 'openai', vendor: 'openai', model: 'gpt-4o' },
    { provider: 'openai_compatible', vendor: 'http://localhost:1/ my vendor', model: 'a model\nof 2 lines' },
    { provider: 'openai', vendor: '', model: 'o3' },
  ])
    expect(readUnpricedName(unpricedName(target))).toEqual(target);
});
