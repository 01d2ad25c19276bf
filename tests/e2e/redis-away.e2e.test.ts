import { rm } from 'node:fs/promises';
import { answer, inlineCommand } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

let house: House;
let scene: Scene;
let user: ScenicUser;
beforeAll(async () => {
  house = await startHouse();
  scene = await openScene(house);
  await scene.key('openai', [answer('fine')]);
  user = await scene.user();
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const ask = () =>
  user.openai.chat.completions.create(
    { model: scene.model, messages: [{ role: 'user', content: 'hello' }] },
    { maxRetries: 0, headers: { 'X-Session-ID': 'away' } },
  );

async function refusal() {
  const startedAt = Date.now();
  try {
    await ask();
  } catch (error) {
    if (error instanceof OpenAI.APIError) return { error, tookMs: Date.now() - startedAt };
    throw error;
  }
  throw new Error('the request was answered');
}

test('with Redis frozen, a request is refused within a second, and served again without a restart', async () => {
  expect((await ask()).choices[0]?.message.content).toBe('fine');
  await house.redis.pause();
  try {
    for (let times = 0; times < 3; times++) {
      const { error, tookMs } = await refusal();
      expect(error).toMatchObject({ status: 503, code: 'gateway_unavailable' });
      expect(Number(error.headers?.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(tookMs).toBeLessThan(1_500);
    }
  } finally {
    await house.redis.resume();
  }
  await expect
    .poll(() => ask().then((data) => data.choices[0]?.message.content, String), { timeout: 10_000 })
    .toBe('fine');
});

test('with Redis restarted, the services find it again', async () => {
  await house.redis.restart();
  await expect
    .poll(() => ask().then((data) => data.choices[0]?.message.content, String), { timeout: 10_000 })
    .toBe('fine');
  const { response } = await ask().withResponse();
  expect((await scene.logged(response.headers.get('x-request-id'))).outcome).toBe('success');
});

test('with a full disk, every service says so by /readyz and in its log, and is ready again when there is room', async () => {
  const { port, directory } = house.redis;
  const readiness = async () => {
    const urls = [house.proxyUrl, house.controlUrl, house.opsUrl('metering')];
    return Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`)).json()));
  };
  await inlineCommand(port, 'CONFIG SET save "3600 1000000"');
  // A snapshot that cannot be written is to Redis what an append-only file is that cannot grow.
  await rm(directory, { recursive: true });
  await inlineCommand(port, 'BGSAVE');
  const fullDisk = { ready: false, reasons: { redis: expect.stringContaining('cannot write to its disk') } };
  await expect.poll(readiness, { timeout: 10_000 }).toMatchObject([fullDisk, fullDisk, fullDisk]);
  const line = /"level":"error".*"service":"(\w+)".*"msg":"Redis cannot write to its disk/g;
  const services = () => new Set([...house.output().matchAll(line)].map(([, service]) => service));
  await expect.poll(services, { timeout: 10_000 }).toEqual(new Set(['proxy', 'control', 'metering']));
  await inlineCommand(port, 'CONFIG SET save ""');
  await expect.poll(readiness, { timeout: 10_000 }).toMatchObject([{ ready: true }, { ready: true }, { ready: true }]);
});
