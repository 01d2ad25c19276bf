import { answer, freePort } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene } from './house/scene.ts';

let house: House;
let opsUrl: string;
let scene: Scene;
beforeAll(async () => {
  const opsPort = String(await freePort());
  opsUrl = `http://127.0.0.1:${opsPort}`;
  house = await startHouse({ PALIMPSEST_PROXY_WORKERS: '2', PALIMPSEST_PROXY_OPS_PORT: opsPort });
  scene = await openScene(house);
});
afterAll(async () => {
  await scene?.close();
  await house?.close();
});

const messages = [{ role: 'user' as const, content: 'ping' }];
/** Process ids of all workers that have said that they listen, in that order. */
const listeners = (): number[] =>
  [...house.output().matchAll(/^\{.*"pid":(\d+).*"msg":"listening"\}$/gm)].map(([, pid]) => Number(pid));

async function seriesOf(metric: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  const found = [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(
    found.map(([, labels = '', value]) => [/worker="(\d+)"/.exec(labels)?.[1] ?? 'none', Number(value)]),
  );
}

it('two workers share one port, and the metrics of each are told apart', async () => {
  const key = await scene.key('openai', [answer('pong')]);
  const user = await scene.user();
  const calls = 20;
  for (let call = 0; call < calls; call += 1) {
    // A connection of its own for each, which the workers get in turn.
    const headers = {
      authorization: `Bearer ${user.gatewayKey}`,
      'content-type': 'application/json',
      connection: 'close',
    };
    const body = JSON.stringify({ model: scene.model, messages });
    const response = await fetch(`${house.proxyUrl}/v1/chat/completions`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([200, { object: 'chat.completion' }]);
  }
  expect(key.calls()).toHaveLength(calls);
  const counted = await seriesOf('palimpsest_requests_total');
  expect(Object.keys(counted)).toEqual(['1', '2']);
  expect((counted['1'] ?? 0) + (counted['2'] ?? 0)).toBe(calls);
});

it('a worker that dies is started again, under its number', async () => {
  const [victim, other] = listeners();
  expect(victim).not.toBe(other);
  process.kill(victim ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(listeners()).toHaveLength(3), 15_000);
  await vi.waitFor(async () => expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200), 15_000);
  expect(Object.keys(await seriesOf('palimpsest_snapshot_version'))).toEqual(['1', '2']);
});

it('all workers finish what they have begun, and end together', async () => {
  await scene.key('openai', [answer('one two three', { paceMs: 300 })], { models: [`${scene.model}-slow`] });
  const user = await scene.user();
  const ask = () => user.openai.chat.completions.create({ model: `${scene.model}-slow`, messages, stream: true });
  const streams = await Promise.all([1, 2, 3, 4].map(() => ask().asResponse()));
  const status = house.stop('proxy');
  for (const stream of streams) expect(await stream.text()).toContain('[DONE]');
  expect(await status).toBe(0);
});
