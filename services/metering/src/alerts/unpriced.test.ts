import { noUsage, providerKeyId } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { limitedAttempt, sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { createUnpricedAlert, readUnpricedName, unpricedName, unpricedUses } from './unpriced.ts';

const uses = (changes: Parameters<typeof sampleEvent>[0]) => unpricedUses(sampleEvent(changes));

test('tokens that nobody can price are missed; requests without tokens are not', () => {
  const served = { key: 'key_paid', provider: 'openai', vendor: 'openai', model: 'gpt-4o' };
  expect(uses({ cost: undefined })).toEqual([served]);
  expect(uses({ cost: 0n })).toEqual([]);
  expect(uses({ outcome: 'failed', chain: [limitedAttempt()] })).toEqual([]);
  // An answer that its client never got.
  expect(uses({ outcome: 'failed', usage: noUsage, chain: [sampleAttempt({ cost: undefined })] })).toEqual([served]);
});

test('what has no price is the attempt that has none, not who served or came last', () => {
  const broken = { key: providerKeyId('key_broken'), class: 'transient' } as const;
  const unpriced = sampleAttempt({ ...broken, provider: 'gemini', model: 'gemini-x', cost: undefined });
  const missed = { key: 'key_broken', provider: 'gemini', vendor: undefined, model: 'gemini-x' };
  expect(uses({ chain: [unpriced, sampleAttempt()] })).toEqual([missed]);
  expect(uses({ chain: [unpriced, limitedAttempt()], outcome: 'failed' })).toEqual([missed]);
  // Others have a price: the operator's cost is there, and short of this one.
  const priced = sampleAttempt({ ...broken, key: providerKeyId('key_other') });
  expect(uses({ chain: [priced, unpriced, sampleAttempt()], operatorCost: 35_000n })).toEqual([missed]);
  expect(uses({ chain: [unpriced, sampleAttempt({ cost: undefined })] })).toMatchObject([
    { model: 'gemini-x' },
    { model: 'gpt-4o', vendor: 'openai' },
  ]);
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
