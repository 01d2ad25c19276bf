import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { knownTo, openScene, type Scene, type ScenicUser } from './house/scene.ts';

let house: House;
let scene: Scene;
let urls: readonly string[];
beforeAll(async () => {
  house = await startHouse();
  urls = [house.proxyUrl, (await house.addProxy()).url];
  scene = await openScene(house);
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const hello = [{ role: 'user' as const, content: 'hello' }];

/** So many requests at once, dealt to the proxies in turn; how often each text, or each code of a refusal, came back. */
async function burst(user: ScenicUser, count: number, model: string) {
  const clients = urls.map((url) => user.openaiAt(url));
  const results = await Promise.allSettled(
    Array.from({ length: count }, async (_, at) => {
      const completion = await clients[at % clients.length]?.chat.completions.create({ model, messages: hello });
      return completion?.choices[0]?.message.content;
    }),
  );
  const told = results.map((result) =>
    result.status === 'fulfilled' ? result.value : String((result.reason as { code?: string }).code),
  );
  return Object.fromEntries(Object.entries(Object.groupBy(told, String)).map(([text, list]) => [text, list?.length]));
}

test('two proxies never overshoot a key’s cap', async () => {
  const cap = [{ metric: 'requests' as const, amount: 7, period: 'day' as const }];
  const capped = await scene.key('openai', [answer('capped', { delayMs: 20 })], { limits: cap });
  await scene.key('openai', [answer('paid', { delayMs: 20 })]);
  const user = await scene.user();
  for (const url of urls) await knownTo(url, user.gatewayKey);
  expect(await burst(user, 60, scene.model)).toEqual({ capped: 7, paid: 53 });
  expect(capped.calls()).toHaveLength(7);
});

test('two proxies never overshoot a user’s quota', async () => {
  const model = `${scene.model}-quota`;
  const key = await scene.key('openai', [answer('fine', { delayMs: 20 })], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'requests', amount: 5, period: 'day' }] });
  for (const url of urls) await knownTo(url, user.gatewayKey);
  expect(await burst(user, 20, model)).toEqual({ fine: 5, user_quota_exceeded: 15 });
  expect(key.calls()).toHaveLength(5);
});

test('a key that one proxy found limited is left alone by the other', async () => {
  const model = `${scene.model}-shared`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  for (const url of urls) await knownTo(url, user.gatewayKey);
  await burst(user, 2, model);
  await scene.operator.call('POST', `/keys/${key.id}/suspend`);
  expect(await burst(user, 2, model)).toEqual({ no_usable_key: 2 });
  expect(key.calls()).toHaveLength(2);
});
