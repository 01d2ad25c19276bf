import { searchText } from '../../ui/search-text.ts';
import { providers } from '../keys/key-words.ts';
import { emptyPrice, type PriceDraft } from './price-draft.ts';

/** The address of the prices page: what a price is to be entered for, if anything. */
export type PriceSearch = {
  readonly provider?: string | undefined;
  readonly vendor?: string | undefined;
  readonly model?: string | undefined;
};

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const priceSearch = (search: Record<string, unknown>): PriceSearch => ({
  provider: searchText(search.provider),
  vendor: searchText(search.vendor),
  model: searchText(search.model),
});

/** The price that the address asks for, as far as it is known. */
export function askedPrice({ provider, vendor = '', model }: PriceSearch): PriceDraft | undefined {
  const known = providers.find((word) => word === provider);
  return known === undefined || model === undefined ? undefined : { ...emptyPrice, provider: known, vendor, model };
}
