import type { Price } from '../price.ts';
import type { PoolMember } from './candidate.ts';

/** Looks up the price in force at one moment. */
export type PriceLookup = (
  target: Pick<Price, 'provider' | 'model'> & { readonly vendor: string },
) => Price | undefined;

/** The price of a call on this member, by the upstream's name of the model, else by the one the client asked for. */
export const priceOn = (
  { key: { provider, vendor }, upstreamModel }: PoolMember,
  askedModel: string,
  priceOf: PriceLookup,
): Price | undefined =>
  priceOf({ provider, vendor, model: upstreamModel }) ?? priceOf({ provider, vendor, model: askedModel });
