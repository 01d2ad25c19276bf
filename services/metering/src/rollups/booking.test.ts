import { providerKeyId, usageOf } from '@palimpsest/domain';
import { decodeRow } from '@palimpsest/state';
import { expect, test } from 'vitest';
import { abandonedEvent, limitedAttempt, noonMs, sampleAttempt, sampleEvent } from '../testing/sample-event.ts';
import { bookingOf } from './booking.ts';
import { cellField } from './cell.ts';
import { dayMs, pulseField } from './pulse.ts';

const served = { user: 'usr_ada', key: 'key_paid', provider: 'openai', model: 'smart' };
const nobody = { ...served, key: '', provider: '' };

test('a request counts once, with its tokens and cost, for the key that served it', () => {
  const { sums, day } = bookingOf(sampleEvent({ chain: [limitedAttempt(), sampleAttempt()] }));
  expect(day).toBe(noonMs / dayMs - 0.5);
  expect(sums).toEqual([
    [cellField('requests', served), '1'],
    [cellField('prompt', served), '100'],
    [cellField('cached', served), '40'],
    [cellField('completion', served), '20'],
    [cellField('cost', served), '35000'],
  ]);
});

test('a failed, rejected or abandoned request is one request, and neither tokens nor cost of the user', () => {
  const figures = { usage: usageOf({ promptTokens: 5 }), cost: 7n };
  for (const outcome of ['failed', 'rejected', 'abandoned'] as const) {
    expect(bookingOf(sampleEvent({ outcome, chain: [], ...figures })).sums).toEqual([
      [cellField('requests', nobody), '1'],
    ]);
  }
});

test("what a cancelled request had used is the user's", () => {
  const chain = [sampleAttempt({ class: 'cancelled' })];
  const used = { usage: usageOf({ promptTokens: 10, completionTokens: 3 }), cost: 9n };
  const { sums } = bookingOf(sampleEvent({ outcome: 'cancelled', chain, ...used }));
  expect(sums).toContainEqual([cellField('cost', nobody), '9']);
  expect(sums).toContainEqual([cellField('completion', nobody), '3']);
});

test("what a failed attempt spent is the operator's, under the key that spent it", () => {
  const broken = sampleAttempt({ key: providerKeyId('key_broken'), class: 'transient', cost: 1_500n });
  const { sums } = bookingOf(sampleEvent({ chain: [broken, sampleAttempt()], operatorCost: 1_500n }));
  expect(sums).toContainEqual([cellField('operator_cost', { ...served, key: 'key_broken' }), '1500']);
  expect(sums).toContainEqual([cellField('cost', served), '35000']);
  expect(sums.filter(([field]) => field.startsWith('requests'))).toHaveLength(1);
});

test('what callers make up adds no names to the sums: a model that nobody serves has none there, and its own in the log', () => {
  const refused = { outcome: 'rejected', chain: [], model: 'made up 1' } as const;
  const unserved = { ...nobody, model: '' };
  for (const errorCode of ['model_not_found', 'model_not_allowed', 'invalid_request'] as const) {
    const { sums, row } = bookingOf(sampleEvent({ ...refused, errorCode }));
    expect(sums).toEqual([[cellField('requests', unserved), '1']]);
    expect(decodeRow(row)).toMatchObject({ model: 'made up 1' });
  }
  const chain = [limitedAttempt({ class: 'rejected', status: 404, cost: 7n })];
  const asked = bookingOf(sampleEvent({ outcome: 'failed', errorCode: 'model_not_found', chain, operatorCost: 7n }));
  expect(asked.sums).toEqual([
    [cellField('requests', unserved), '1'],
    [cellField('operator_cost', { ...unserved, key: 'key_free', provider: 'openai' }), '7'],
  ]);
});

test('a call that was refused although somebody serves its model is summed under it', () => {
  for (const errorCode of ['user_quota_exceeded', 'pool_exhausted', 'no_usable_key', 'model_not_priced'] as const)
    expect(bookingOf(sampleEvent({ outcome: 'rejected', chain: [], errorCode })).sums).toEqual([
      [cellField('requests', nobody), '1'],
    ]);
});

test('a model without a price adds tokens and no cost, and is counted as such', () => {
  const { sums } = bookingOf(sampleEvent({ cost: undefined }));
  const counted = ['requests', 'prompt', 'cached', 'completion', 'unpriced'];
  expect(sums.map(([field]) => field.split(' ')[0])).toEqual(counted);
  expect(sums).toContainEqual([cellField('unpriced', served), '1']);
  const failed = bookingOf(sampleEvent({ cost: undefined, outcome: 'failed' }));
  expect(failed.sums.map(([field]) => field.split(' ')[0])).toEqual(['requests']);
});

test('an attempt that failed on a model without a price is counted as such, under its key', () => {
  const unpriced = { key: providerKeyId('key_broken'), class: 'transient', cost: undefined } as const;
  const chain = [sampleAttempt(unpriced), limitedAttempt(), sampleAttempt()];
  const { sums, pulse } = bookingOf(sampleEvent({ chain }));
  const inNoOperatorCost = sums.filter(([field]) => field.startsWith('operator_'));
  expect(inNoOperatorCost).toEqual([[cellField('operator_unpriced', { ...served, key: 'key_broken' }), '1']]);
  expect(pulse).toContainEqual([pulseField(noonMs, 'operator_unpriced'), '1']);
  expect(bookingOf(sampleEvent({ cost: undefined })).pulse).toContainEqual([pulseField(noonMs, 'unpriced'), '1']);
});

test('the pulse counts outcomes, failovers, tokens and money in the five minutes of the request', () => {
  const atMs = noonMs + 299_999;
  expect(bookingOf(sampleEvent({ atMs, chain: [limitedAttempt(), sampleAttempt()] })).pulse).toEqual([
    [pulseField(noonMs, 'success'), '1'],
    [pulseField(noonMs, 'failovers'), '1'],
    [pulseField(noonMs, 'tokens'), '120'],
    [pulseField(noonMs, 'cost'), '35000'],
  ]);
  expect(bookingOf(abandonedEvent()).pulse).toEqual([[pulseField(noonMs, 'abandoned'), '1']]);
});

test('a request is found by every key and provider that was tried', () => {
  const chain = [limitedAttempt({ provider: 'gemini' }), sampleAttempt()];
  expect(decodeRow(bookingOf(sampleEvent({ chain, session: 'chat "1"' })).row)).toMatchObject({
    user: 'usr_ada',
    model: 'smart',
    outcome: 'success',
    session: 'chat "1"',
    keys: ['key_free', 'key_paid'],
    providers: ['gemini', 'openai'],
  });
});
