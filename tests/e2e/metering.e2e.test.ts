import { answer, cutAfter, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const hello = [{ role: 'user' as const, content: 'hello' }];
const price = (provider: string, vendor: string, model: string, input: string, output: string) =>
  scene.operator.call('PUT', '/prices', {
    provider,
    vendor,
    model,
    input_per_million: input,
    cached_input_per_million: '0.5',
    output_per_million: output,
  });

test('each call is counted once, with its cost, after any number of attempts', async () => {
  const model = `${scene.model}-priced`;
  const vendor = `priced-${scene.model}`;
  const cap = [{ metric: 'requests' as const, amount: 99, period: 'day' as const }];
  await scene.key('openai', [fail(429, { retryAfter: 60 })], { models: [model], vendor: `${vendor}-1`, limits: cap });
  await scene.key('openai', [fail(500)], { models: [model], vendor: `${vendor}-2`, limits: cap });
  const usage = { prompt: 20_000, cached: 16_000, completion: 1_000 };
  const served = await scene.key('openai', [answer({ text: 'fine', usage })], { models: [model], vendor });
  await price('openai', vendor, model, '2', '8');
  const user = await scene.user();

  const { response } = await user.openai.chat.completions.create({ model, messages: hello }).withResponse();
  expect(response.headers.get('x-palimpsest-attempts')).toBe('3');
  const entry = await scene.logged(response.headers.get('x-request-id'));
  expect(entry).toMatchObject({
    outcome: 'success',
    attempts: 3,
    usage: { prompt_tokens: 20_000, cached_tokens: 16_000, completion_tokens: 1_000, total_tokens: 21_000 },
    estimated: false,
  });
  expect(Number(entry.cost)).toBe(0.024);
  expect(entry.chain.at(-1)).toMatchObject({ key: served.id, class: 'success' });

  const rows = await scene.operator.usage({ user: user.id, group_by: 'user,key,model' });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ requests: 1, total_tokens: 21_000, key: served.id, model });
  expect(Number(rows[0]?.cost)).toBe(0.024);
});

test('a thousand small costs add up exactly', async () => {
  const model = `${scene.model}-small`;
  const vendor = `small-${scene.model}`;
  await scene.key('openai', [answer({ text: 'x', usage: { prompt: 10, completion: 1 } })], { models: [model], vendor });
  await price('openai', vendor, model, '0.1', '0.1');
  const user = await scene.user();
  const CALLS = 30;
  await Promise.all(
    Array.from({ length: CALLS }, () => user.openai.chat.completions.create({ model, messages: hello })),
  );
  await expect
    .poll(async () => (await scene.operator.usage({ user: user.id, group_by: 'user' }))[0]?.requests, {
      timeout: 10_000,
    })
    .toBe(CALLS);
  const [row] = await scene.operator.usage({ user: user.id, group_by: 'user' });
  expect(row?.cost).toMatch(/^0\.0000330*$/);
});

test('a stream that brought no usage is counted by an estimate, and says so', async () => {
  const model = `${scene.model}-silent`;
  const text = 'one two three four five six seven eight nine ten eleven twelve';
  await scene.key('openai', [answer({ text, usage: null })], { models: [model] });
  const user = await scene.user();
  const { data, response } = await user.openai.chat.completions
    .create({ model, messages: hello, stream: true })
    .withResponse();
  for await (const chunk of data) expect(chunk.usage ?? null).toBeNull();
  const entry = await scene.logged(response.headers.get('x-request-id'));
  expect(entry).toMatchObject({ outcome: 'success', estimated: true });
  expect(entry.usage.completion_tokens).toBeGreaterThanOrEqual(6);
  expect(entry.usage.completion_tokens).toBeLessThanOrEqual(30);
  expect(entry.cost).toBeNull();
});

test('tokens of attempts that failed are the operator’s cost, not the user’s', async () => {
  const model = `${scene.model}-lost`;
  const vendor = `lost-${scene.model}`;
  const cap = [{ metric: 'requests' as const, amount: 99, period: 'day' as const }];
  const lost = answer({ text: 'one two three four', usage: { prompt: 10, completion: 4 } });
  // Anthropic tells the prompt's tokens with the first event, so that a stream that breaks later has a known cost.
  await scene.key('anthropic', [lost.do === 'answer' ? cutAfter(4, lost.answer) : lost], {
    models: [model],
    vendor,
    limits: cap,
  });
  await scene.key('anthropic', [answer({ text: 'fine', usage: { prompt: 10, completion: 1 } })], {
    models: [model],
    vendor,
  });
  await price('anthropic', vendor, model, '1000', '1000');
  const user = await scene.user();
  const { data, response } = await user.openai.chat.completions
    .create({ model, messages: hello, stream: true })
    .withResponse();
  for await (const chunk of data) expect(chunk.object).toBe('chat.completion.chunk');
  const entry = await scene.logged(response.headers.get('x-request-id'));
  expect(entry.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 1 });
  expect(Number(entry.cost)).toBe(0.011);
  expect(Number(entry.operator_cost)).toBeGreaterThanOrEqual(0.01);
});

test('a user with a cost limit is refused a model without a price', async () => {
  const model = `${scene.model}-unpriced`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'cost', amount: '1', period: 'day' }] });
  const refused = user.openai.chat.completions.create({ model, messages: hello });
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'model_not_priced' });
  expect(key.calls()).toHaveLength(0);
});
