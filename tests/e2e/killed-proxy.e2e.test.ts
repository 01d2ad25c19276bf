import { answer, fail, hang } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene } from './house/scene.ts';
import { ledgerReport } from './load/books.ts';

let house: House;
let scene: Scene;
beforeAll(async () => {
  house = await startHouse();
  scene = await openScene(house);
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const hello = [{ role: 'user' as const, content: 'hello' }];

test('what a killed proxy held is free again within a minute, and its request is in the log as abandoned', {
  timeout: 150_000,
  retry: 0,
}, async () => {
  const single = [
    { metric: 'concurrent' as const, amount: 1 },
    { metric: 'requests' as const, amount: 2, period: 'day' as const },
  ];
  const free = await scene.key('gemini', [fail(429, { retryAfter: 3600 })], { limits: single });
  const key = await scene.key('openai', [hang(), answer('back')]);
  const user = await scene.user({ limits: single });
  const ask = () => user.openai.chat.completions.create({ model: scene.model, messages: hello }, { maxRetries: 0 });

  const lost = ask().catch((error: unknown) => error);
  await expect.poll(() => key.calls().length).toBe(1);
  await house.stop('proxy', 'SIGKILL');
  const killedAt = Date.now();
  expect(await lost).toBeInstanceOf(Error);
  await house.start('proxy');

  // The user's one place is held by the dead.
  await expect(ask()).rejects.toMatchObject({ status: 429, code: 'user_quota_exceeded' });
  await expect
    .poll(async () => (await scene.operator.requests({ user: user.id, outcome: 'abandoned' })).length, {
      timeout: 60_000 - (Date.now() - killedAt),
      interval: 500,
    })
    .toBe(1);
  // What had failed before the proxy died is known all the same.
  const [entry] = await scene.operator.requests({ user: user.id, outcome: 'abandoned' });
  expect(entry?.chain).toMatchObject([{ key: free.id, class: 'transient', status: 429 }]);
  expect((await ask()).choices[0]?.message.content).toBe('back');
  // Nothing came of the lost one, so it is not counted: the second of two is still there.
  expect((await ask()).choices[0]?.message.content).toBe('back');
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  expect(await ledgerReport({ PALIMPSEST_REDIS_URL: house.redis.url })).toContain('The books balance: 0 differences.');
});
