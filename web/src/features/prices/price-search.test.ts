import { expect, it } from 'vitest';
import { askedPrice, priceSearch } from './price-search.ts';

it('fills in what the address names, and nothing where it names no model of a provider', () => {
  expect(askedPrice(priceSearch({ provider: 'gemini', vendor: '', model: 'gemini-3' }))).toMatchObject({
    provider: 'gemini',
    vendor: '',
    model: 'gemini-3',
    input: '',
  });
  expect(askedPrice(priceSearch({ provider: 'nobody', model: 'm' }))).toBeUndefined();
  expect(askedPrice(priceSearch({ provider: 'gemini' }))).toBeUndefined();
});
