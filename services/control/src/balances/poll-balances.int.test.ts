import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { providerKeyId } from '@palimpsest/domain';
import { createLogger } from '@palimpsest/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProviderAgent } from '../provider-keys/ask-provider.ts';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { createBalances } from './poll-balances.ts';

let scene: Scene;
let account: Server;
let answer: unknown;
let asked: string[];
let fresh: () => ReturnType<typeof createBalances>;
const dispatcher = createProviderAgent();
beforeAll(async () => {
  scene = await startScene();
  account = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  }).listen(0, '127.0.0.1');
  await once(account, 'listening');
  const logger = createLogger({
    service: 'control',
    level: 'debug',
    destination: { write: (line) => void scene.logs.push(line) },
  });
  const { registry, keyring, pool } = scene;
  fresh = () => createBalances({ registry, keyring, pool, dispatcher, logger });
});
beforeEach(async () => {
  [answer, asked] = [{ data: { limit: null } }, []];
  for await (const { id } of scene.registry.all('provider-keys')) await scene.call('DELETE', `/keys/${id}`);
});
afterAll(async () => {
  await dispatcher.close();
  await scene.stop();
  account.close();
});

const address = (): string => `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
const add = async (change: Readonly<Record<string, unknown>>) =>
  (await scene.call('POST', '/keys', newKey({ base_url: `${address()}/api/v1`, models: ['m'], ...change }))).body.id;
const shown = async (id: string) => (await scene.call('GET', `/keys/${id}`)).body;
const mark = (id: string, reason: string) =>
  scene.pool.mark({ tag: id, key: providerKeyId(id), state: 'exhausted', until: { inMs: 3_600_000 }, reason });

describe('the balance of an account', () => {
  it('is asked for with the key itself, and becomes what is known of its limits', async () => {
    answer = {
      data: {
        limit: 25,
        limit_remaining: 12.5,
        limit_reset: 'monthly',
        free_model_daily_requests: { used: 12, limit: 50, remaining: 38 },
      },
    };
    const id = await add({ provider: 'openrouter', secret: 'sk-or-v1-balance-test' });
    await fresh().round();
    expect(asked).toEqual(['/api/v1/key Bearer sk-or-v1-balance-test']);
    expect((await shown(id)).learned_limits).toMatchObject([
      { metric: 'cost', period: 'month', amount: '25', remaining: '12.5', source: 'poll', model: null },
      { metric: 'requests', period: 'day', amount: 50, remaining: 38, source: 'poll', model: '*:free' },
    ]);
  });

  it('is asked for once in ten minutes, however many ask, and again when the key was marked', async () => {
    const id = await add({ provider: 'openrouter' });
    const [one, other] = [fresh(), fresh()];
    await Promise.all([one.round(), other.round()]);
    await one.round();
    expect(asked).toHaveLength(1);
    await mark(id, "key's daily limit");
    await Promise.all([one.round(), other.round()]);
    await one.round();
    expect(asked).toHaveLength(2);
  });

  it('exhausts a key that has nothing left', async () => {
    answer = { is_available: false, balance_infos: [] };
    const id = await add({ provider: 'openai_compatible', vendor: 'deepseek', base_url: `${address()}/v1` });
    await fresh().round();
    expect(asked[0]).toMatch(/^\/user\/balance Bearer /);
    expect(await shown(id)).toMatchObject({ state: 'exhausted', reason: 'no balance left' });
  });

  it('gives a key back when somebody has paid, and not on the word of a moment ago', async () => {
    answer = { is_available: true, balance_infos: [] };
    const deepSeek = { provider: 'openai_compatible', vendor: 'deepseek', base_url: `${address()}/v1` };
    const paid = await add(deepSeek);
    await mark(paid, 'no credit left');
    await fresh().round();
    expect(await shown(paid)).toMatchObject({ state: 'active' });
    await mark(paid, 'no credit left');
    await fresh().round();
    expect(asked).toHaveLength(2);
    expect(await shown(paid)).toMatchObject({ state: 'exhausted' });
  });

  it('harms no key when it cannot be read, and is not asked of accounts that do not tell', async () => {
    answer = undefined;
    const id = await add({ provider: 'openrouter' });
    await add({ provider: 'openai' });
    await add({ provider: 'openrouter', enabled: false });
    await fresh().round();
    expect(asked).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ state: 'active', learned_limits: [] });
    expect(scene.logs.join('')).toContain('the balance of a key was not read');
  });
});
