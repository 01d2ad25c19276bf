import { answer, type RedisCluster, startRedisCluster } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HouseOnStore, startHouseOn } from './house/house.ts';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

let cluster: RedisCluster;
let house: HouseOnStore;
let scene: Scene;
let user: ScenicUser;
beforeAll(async () => {
  cluster = await startRedisCluster();
  house = await startHouseOn({ PALIMPSEST_REDIS_CLUSTER: cluster.endpoints });
  scene = await openScene(house);
  await scene.key('openai', [answer('fine')]);
  user = await scene.user();
});
afterAll(async () => {
  await scene?.close();
  await house?.close();
  await cluster?.stop();
});

const hello = [{ role: 'user' as const, content: 'hello' }];

test('on a cluster a request is answered, plain and streamed, and logged', async () => {
  const { data, response } = await user.openai.chat.completions
    .create({ model: scene.model, messages: hello })
    .withResponse();
  expect(data.choices[0]?.message.content).toBe('fine');
  expect((await scene.logged(response.headers.get('x-request-id'))).outcome).toBe('success');
  let text = '';
  for await (const chunk of await user.openai.chat.completions.create({
    model: scene.model,
    messages: hello,
    stream: true,
  }))
    text += chunk.choices[0]?.delta.content ?? '';
  expect(text).toBe('fine');
});
