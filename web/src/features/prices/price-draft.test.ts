import { expect, it } from 'vitest';
import { emptyPrice, priceBody, successorOf } from './price-draft.ts';

it('sends money as the text that was typed, and leaves to the gateway what was left empty', () => {
  expect(priceBody({ ...emptyPrice, model: ' gpt-4o ', input: '0.100000001', output: '10' })).toEqual({
    provider: 'openai',
    vendor: null,
    model: 'gpt-4o',
    input_per_million: '0.100000001',
    cached_input_per_million: null,
    output_per_million: '10',
    per_request: null,
    effective_from: null,
  });
});

it('reads the moment in the time of whoever entered it', () => {
  const body = priceBody({ ...emptyPrice, from: '2026-12-01T08:30' });
  expect(body.effective_from).toBe(new Date(2026, 11, 1, 8, 30).toISOString());
});

it('begins a new price with what the old one said, from now on', () => {
  const price = {
    id: 'prc_01KXYZ',
    provider: 'anthropic',
    vendor: null,
    model: 'claude-haiku-4-5',
    input_per_million: '3',
    cached_input_per_million: '0.3',
    output_per_million: '15',
    per_request: '0',
    effective_from: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
  };
  expect(successorOf(price)).toMatchObject({ model: 'claude-haiku-4-5', input: '3', cachedInput: '0.3', from: '' });
});
