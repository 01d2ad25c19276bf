import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const RETRY_AFTER_SECONDS = 5;

test('a limited free key fails over to a paid one, and sleeps exactly as long as it was told', async () => {
  const freeSteps = [fail(429, { retryAfter: RETRY_AFTER_SECONDS }), answer('from the free key')] as const;
  const free = await scene.key('openai', freeSteps, {
    limits: [{ metric: 'requests', amount: 200, period: 'day' }],
  });
  const paid = await scene.key('openai', [answer({ text: 'from the paid key', usage: { prompt: 12, completion: 4 } })]);
  const user = await scene.user();
  const ask = () =>
    user.openai.chat.completions
      .create({ model: scene.model, messages: [{ role: 'user', content: 'hello' }] })
      .withResponse();

  const { data, response } = await ask();
  expect(data.choices).toHaveLength(1);
  expect(data.choices[0]?.message.content).toBe('from the paid key');
  expect(data.model).toBe(scene.model);
  expect(data.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 });
  expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
  expect(response.headers.get('x-palimpsest-provider')).toBe('openai');
  expect(response.headers.get('x-palimpsest-key')).toBe(paid.id);
  expect(response.headers.get('x-palimpsest-trail')).toBe(
    `openai/${free.id}:transient(429), openai/${paid.id}:success`,
  );

  const entry = await scene.logged(response.headers.get('x-request-id'));
  expect(entry).toMatchObject({ outcome: 'success', attempts: 2, model: scene.model, stream: false });
  expect(entry.chain).toMatchObject([
    { key: free.id, provider: 'openai', class: 'transient', status: 429 },
    { key: paid.id, provider: 'openai', class: 'success', status: 200 },
  ]);

  const limited = free.calls()[0];
  if (limited === undefined) throw new Error('the free key was never asked');
  const wakesAt = limited.atMs + RETRY_AFTER_SECONDS * 1000;
  const asleep = await free.now();
  expect(asleep.state).toBe('sleeping');
  // The clocks of Redis, control and this process are one: the deadline is the provider's, at most two seconds late.
  expect(Date.parse(asleep.until ?? '')).toBeGreaterThanOrEqual(wakesAt);
  expect(Date.parse(asleep.until ?? '')).toBeLessThanOrEqual(wakesAt + 2_000);

  expect((await ask()).data.choices[0]?.message.content).toBe('from the paid key');
  expect(free.calls()).toHaveLength(1);

  // Capped keys go first, so the free key is asked again as soon as it is awake.
  await expect
    .poll(async () => (await ask()).data.choices[0]?.message.content, { timeout: 10_000, interval: 100 })
    .toBe('from the free key');
  const again = free.calls()[1];
  expect(again?.atMs).toBeGreaterThanOrEqual(wakesAt);
  expect(again?.atMs).toBeLessThanOrEqual(wakesAt + 2_000);
  await expect.poll(async () => (await free.now()).state).toBe('active');
});
