import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';

/** The lists are read in the background, in nobody's hurry. */
const patience = { timeout: 15_000 };
let scene: Scene;
let provider: Server;
let names: string[];
let status: number;
let calls: number;
beforeAll(async () => {
  scene = await startScene({ readsModels: true });
  provider = createServer((_, response) => {
    calls += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: names.map((id) => ({ id })) }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
beforeEach(() => {
  [names, status, calls] = [['gpt-4o', 'gpt-4o-mini', 'whisper-1', 'gpt-4o'], 200, 0];
});
afterAll(async () => {
  await scene.stop();
  provider.close();
});

const create = async (change: object = {}) => {
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  return (await scene.call('POST', '/keys', newKey({ base_url, ...change }))).body;
};
const stored = async (id: string) => (await scene.registry.get('provider-keys', id))?.value;
const listed = async (id: string) => (await stored(id))?.listedModels;

describe("the providers' lists of models", () => {
  it("are read when a key is added, and kept within the key's globs", async () => {
    const { id } = await create();
    await expect.poll(() => listed(id), patience).toEqual(['gpt-4o', 'gpt-4o-mini']);
  });

  it('are read anew when the key is changed', async () => {
    const { id } = await create();
    await expect.poll(() => listed(id), patience).toHaveLength(2);
    await scene.call('PATCH', `/keys/${id}`, { models: ['whisper-*'] });
    await expect.poll(() => listed(id), patience).toEqual(['whisper-1']);
  });

  it('are read again after a day, and not before', async () => {
    const { id } = await create();
    await expect.poll(() => listed(id), patience).toHaveLength(2);
    await scene.lists.readStale();
    const before = calls;
    const from = await scene.registry.get('provider-keys', id);
    if (from === undefined) throw new Error('not stored');
    const value = { ...from.value, listedAtMs: Date.now() - 25 * 60 * 60 * 1000 };
    await scene.registry.put('provider-keys', { id, from, value, claims: from.claims });
    names = ['gpt-5'];
    await scene.lists.readStale();
    expect(calls).toBe(before + 1);
    expect(await listed(id)).toEqual(['gpt-5']);
  });

  it('stay as they were where the provider refuses', async () => {
    const { id } = await create();
    await expect.poll(() => listed(id), patience).toHaveLength(2);
    status = 500;
    await scene.call('PATCH', `/keys/${id}`, { name: 'renamed' });
    const told = () => scene.logs.find((line) => line.includes(id) && line.includes('not read'));
    await expect.poll(told, patience).toContain('"status":500');
    expect(told()).not.toContain('stack');
    expect(await listed(id)).toHaveLength(2);
  });

  it("never stand in the way of an operator's change", async () => {
    const { id } = await create();
    const changes = Array.from({ length: 10 }, (_, index) => ({ name: `name ${index}` }));
    for (const change of changes) expect((await scene.call('PATCH', `/keys/${id}`, change)).status).toBe(200);
    expect((await scene.call('DELETE', `/keys/${id}`)).status).toBe(204);
  });
});
