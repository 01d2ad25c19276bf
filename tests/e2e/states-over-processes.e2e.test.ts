import { answer, fail, randomId } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene, type ScenicKey } from './house/scene.ts';
import { skewedBy } from './house/skewed.ts';

const hourMs = 3_600_000;

let house: House;
let scene: Scene;
let gatewayKey: string;
/** Two processes whose clocks are two hours apart, and neither of them right. */
let ahead: string;
let behind: string;
beforeAll(async () => {
  house = await startHouse();
  const proxies = await Promise.all([hourMs, -hourMs].map((ms) => house.addProxy(skewedBy(ms))));
  [ahead, behind] = proxies.map(({ url }) => url) as [string, string];
  scene = await openScene(house);
  ({ gatewayKey } = await scene.user());
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

type Answered = { readonly status: number; readonly retryAfterS: number };

async function ask(url: string, model: string): Promise<Answered> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'ping' }] }),
  });
  await response.text();
  return { status: response.status, retryAfterS: Number(response.headers.get('retry-after')) };
}

/** A key of a vendor of its own, known to both. */
async function keyOf(...steps: Parameters<Scene['key']>[1]): Promise<ScenicKey & { model: string }> {
  const model = `model-${randomId('m').toLowerCase()}`;
  const key = await scene.key('openai', steps, { models: [model], vendor: model });
  for (const url of [ahead, behind])
    await vi.waitFor(async () => {
      const response = await fetch(`${url}/v1/models/${model}`, { headers: { authorization: `Bearer ${gatewayKey}` } });
      await response.text();
      expect(response.status).toBe(200);
    });
  return { ...key, model };
}

const limited = (retryAfter: number) =>
  fail(429, { retryAfter, body: { error: { message: 'Rate limited', type: 'requests', code: 'x' } } });
const nothingLeft = {
  'x-ratelimit-limit-requests': '2',
  'x-ratelimit-remaining-requests': '0',
  'x-ratelimit-reset-requests': '60s',
};

describe('two proxy processes with clocks two hours apart', () => {
  it.each([
    ['a cooldown', limited(30), 429],
    ['a suspension', fail(401), 503],
    ['a model that a key has no access to', fail(404), 404],
    ['a limit', answer('pong', { headers: nothingLeft }), 429],
  ])('obey each other: %s that one learned, the other heeds at once', async (_, step, status) => {
    const ways = [
      [ahead, behind],
      [behind, ahead],
    ] as const;
    for (const [first, second] of ways) {
      const key = await keyOf(step, answer('pong'));
      await ask(first, key.model);
      expect((await ask(second, key.model)).status).toBe(status);
      expect(key.calls()).toHaveLength(1);
    }
  });

  it('keep the end that the provider named, by Redis’s clock, and tell it alike', async () => {
    const key = await keyOf(limited(30), answer('pong'));
    await ask(ahead, key.model);
    const shown = await key.now();
    expect(shown.state).toBe('sleeping');
    expect(Math.abs(Date.parse(shown.until ?? '') - Date.now() - 30_000)).toBeLessThan(2000);
    for (const url of [ahead, behind]) {
      const { retryAfterS } = await ask(url, key.model);
      expect(retryAfterS).toBeGreaterThan(25);
      expect(retryAfterS).toBeLessThanOrEqual(31);
    }
  });

  it('let one of fifty requests ask when a key wakes, and all of them once it has answered', async () => {
    const held = Promise.withResolvers<void>();
    const key = await keyOf(limited(1), answer('pong', { after: held.promise }), answer('pong'));
    await ask(ahead, key.model);
    await vi.waitFor(async () => expect((await key.now()).state).toBe('active'), { timeout: 5000, interval: 20 });
    const ended: Answered[] = [];
    const fifty = Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const answered = await ask(at % 2 === 0 ? ahead : behind, key.model);
        ended.push(answered);
        return answered;
      }),
    );
    await vi.waitFor(() => expect(ended).toHaveLength(49), { timeout: 20_000 });
    expect(key.calls()).toHaveLength(2);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([429]));
    expect(Math.min(...ended.map(({ retryAfterS }) => retryAfterS))).toBeGreaterThanOrEqual(1);
    held.resolve();
    expect((await fifty).filter(({ status }) => status === 200)).toHaveLength(1);
    for (const url of [ahead, behind]) expect((await ask(url, key.model)).status).toBe(200);
  });
});
