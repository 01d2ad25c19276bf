import type { House } from './gateway-house.ts';

const capped = [{ metric: 'requests' as const, amount: 1_000_000_000, period: 'day' as const }];

/** Ten keys with a daily cap, prices, and a user with limits of every kind that nobody reaches. Gives the user's gateway key. */
export async function setScene({ operator }: Pick<House, 'operator'>, upstreamPort: number): Promise<string> {
  await addKeys({ operator }, upstreamPort, ['bench-plain', 'bench-stall', 'bench-stall-long'], 10);
  for (const model of ['bench-plain', 'bench-stall', 'bench-stall-long', 'bench-refused-once'])
    await operator.call('PUT', '/prices', {
      provider: 'openai',
      model,
      input_per_million: '0.15',
      output_per_million: '0.60',
    });
  const { gateway_key: gatewayKey } = await operator.createUser({
    name: 'bench',
    limits: [
      ...capped,
      { metric: 'tokens', amount: 1_000_000_000_000, period: 'month' },
      { metric: 'cost', amount: '1000000', period: 'month' },
      { metric: 'concurrent', amount: 100_000 },
    ],
  });
  return gatewayKey;
}

/** So many further keys that serve `models`; each two at a vendor of their own, if they are to fail: three would be taken for one outage. */
export async function addKeys(
  { operator }: Pick<House, 'operator'>,
  upstreamPort: number,
  models: readonly string[],
  count: number,
  vendors: 'one' | 'pairs' = 'one',
): Promise<void> {
  const one = async (place: number): Promise<void> => {
    await operator.createKey({
      name: `bench ${models[0]}`,
      provider: 'openai',
      secret: `sk-bench-${crypto.randomUUID()}`,
      base_url: `http://127.0.0.1:${upstreamPort}/v1`,
      models: [...models],
      limits: capped,
      ...(vendors === 'one' ? {} : { vendor: `bench-${Math.floor(place / 2)}` }),
    });
  };
  for (let made = 0; made < count; made += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - made) }, (_, index) => one(made + index)));
}
