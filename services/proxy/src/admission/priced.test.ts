import { describe, expect, it } from 'vitest';
import { poolMember } from '../testing/pool-member.ts';
import { pricedAlike, pricedTiers } from './priced.ts';

describe('prices in a tier', () => {
  const tier = [
    poolMember('a'),
    poolMember('b'),
    poolMember('c', { vendor: 'dear' }),
    poolMember('d', { model: 'gpt-else' }),
  ];

  it('are asked for once for each vendor and model, however many keys there are', () => {
    expect(pricedAlike(tier).map(({ key, upstreamModel }) => `${key.vendor} ${upstreamModel}`)).toEqual([
      'openai gpt-test',
      'dear gpt-test',
      'openai gpt-else',
    ]);
  });

  it('leave out exactly the members that have none, and leave the tier as it is where all have one', () => {
    const [dear, all] = [pricedTiers([tier], ({ key }) => key.vendor !== 'dear'), pricedTiers([tier], () => true)];
    expect(dear[0]?.map(({ key }) => key.id)).toEqual(['a', 'b', 'd']);
    expect(all[0]).toBe(tier);
  });
});
