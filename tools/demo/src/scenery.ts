import { answer, cutAfter, fail, type OperatorApi, type SimulatedProviders } from '@palimpsest/testkit';

const FREE_REQUESTS_PER_DAY = 200;
const RETRY_AFTER_SECONDS = 20;

/** What the demo plays with: names for the table, and the gateway key of the client. */
export type Scenery = {
  readonly gatewayKey: string;
  /** The names of the keys by their ids. */
  readonly keyNames: ReadonlyMap<string, string>;
};

/**
 * Puts keys, a route, prices and a user into the gateway, and tells the simulated providers what to do with each key: the free key
 * answers once and is limited then, the paid one breaks off its second stream, and Claude is there when it does.
 */
export async function setScenery(operator: OperatorApi, providers: SimulatedProviders): Promise<Scenery> {
  const usage = { prompt: 24, completion: 17 };
  const palimpsest = {
    text: 'A palimpsest is a page whose first writing was scraped off, and still shows under the second.',
    usage,
  };
  providers.openai.plays('sk-demo-free-0001', answer(palimpsest), fail(429, { retryAfter: RETRY_AFTER_SECONDS }));
  providers.openai.plays('sk-demo-paid-0001', answer(palimpsest), cutAfter(3, palimpsest), answer(palimpsest));
  providers.anthropic.plays(
    'sk-ant-demo-0001',
    answer({ text: 'It is a page with a past: scraped, and written on again.', usage }),
  );

  const openai = { provider: 'openai', base_url: providers.openai.baseUrl, models: ['gpt-4o-mini'] };
  const free = await operator.createKey({
    ...openai,
    name: 'free',
    secret: 'sk-demo-free-0001',
    limits: [{ metric: 'requests', amount: FREE_REQUESTS_PER_DAY, period: 'day' }],
  });
  const paid = await operator.createKey({ ...openai, name: 'paid', secret: 'sk-demo-paid-0001' });
  const claude = await operator.createKey({
    name: 'claude',
    provider: 'anthropic',
    base_url: providers.anthropic.baseUrl,
    models: ['claude-haiku-4-5'],
    secret: 'sk-ant-demo-0001',
  });
  await operator.call('PUT', '/routes/smart', {
    name: 'smart',
    targets: [
      { provider: 'openai', model: 'gpt-4o-mini' },
      { provider: 'anthropic', model: 'claude-haiku-4-5' },
    ],
    system_prompt: null,
  });
  for (const [provider, model, input, output] of [
    ['openai', 'gpt-4o-mini', '0.15', '0.60'],
    ['anthropic', 'claude-haiku-4-5', '1', '5'],
  ] as const) {
    await operator.call('PUT', '/prices', { provider, model, input_per_million: input, output_per_million: output });
  }
  const { gateway_key: gatewayKey } = await operator.createUser({ name: 'demo' });
  return { gatewayKey, keyNames: new Map([free, paid, claude].map((key) => [key.id, key.name])) };
}
