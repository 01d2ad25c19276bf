import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { providerKeyId } from '@palimpsest/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey, unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
let provider: Server;
let calls: { method: string | undefined; url: string | undefined; authorization: string | undefined }[];
let reply: { status: number; body: string; headers?: Record<string, string> };
beforeAll(async () => {
  scene = await startScene();
  provider = createServer(({ method, url, headers }, response) => {
    calls.push({ method, url, authorization: headers.authorization });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(async () => {
  await scene.stop();
  provider.close();
});

const create = async (change: Readonly<Record<string, unknown>> = {}) =>
  (await scene.call('POST', '/keys', newKey(change))).body;
const markSleeping = (id: string) =>
  scene.pool.mark({
    tag: id,
    key: providerKeyId(id),
    state: 'sleeping',
    until: { inMs: 60_000 },
    reason: 'requests per minute',
  });

describe('POST /keys/{id}/suspend and /resume', () => {
  it('200: suspends with a reason until it is resumed', async () => {
    const { id } = await create();
    const suspended = await scene.call('POST', `/keys/${id}/suspend`, { reason: 'looks leaked' });
    expect(suspended).toMatchObject({ status: 200, body: { state: 'suspended', until: null, reason: 'looks leaked' } });
    expect((await scene.call('GET', `/keys/${id}`)).body.state).toBe('suspended');
    expect((await scene.call('POST', `/keys/${id}/resume`)).body).toMatchObject({ state: 'active', reason: null });
  });

  it('200: needs no body', async () => {
    const { id } = await create();
    const { body } = await scene.call('POST', `/keys/${id}/suspend`);
    expect(body).toMatchObject({ state: 'suspended', reason: 'suspended by the operator' });
  });

  it('200: resuming ends a cooldown and clears the states of models', async () => {
    const { id } = await create();
    await markSleeping(id);
    await scene.pool.mark({
      tag: id,
      key: providerKeyId(id),
      model: 'gpt-4o',
      state: 'suspended',
      until: 'by-hand',
      reason: 'no access',
    });
    expect((await scene.call('GET', `/keys/${id}`)).body).toMatchObject({
      state: 'sleeping',
      reason: 'requests per minute',
      until: expect.stringMatching(/Z$/),
      model_states: [{ model: 'gpt-4o', state: 'suspended', until: null, reason: 'no access' }],
    });
    expect((await scene.call('POST', `/keys/${id}/resume`)).body).toMatchObject({
      state: 'active',
      until: null,
      model_states: [],
      consecutive_failures: 0,
    });
  });

  it('404: knows no other id', async () => {
    for (const action of ['suspend', 'resume', 'test'])
      expect((await scene.call('POST', `/keys/${unknownId('key')}/${action}`)).status).toBe(404);
  });
});

describe('POST /keys/reset', () => {
  it('200: ends the stops of vendors, and empties their windows', async () => {
    const trouble = { vendor: 'a-vendor', trouble: 'outage', windowMs: 60_000, threshold: 2, stopMs: 60_000 } as const;
    const ids: string[] = [];
    for (const name of ['a', 'b'])
      ids.push((await create({ name, secret: `sk-vendor-${name}-0001`, vendor: 'a-vendor' })).id);
    for (const id of ids) await scene.health.note({ ...trouble, key: providerKeyId(id) });
    expect(await scene.health.read(['a-vendor'])).toMatchObject([[{ trouble: 'outage' }]]);
    await scene.call('POST', '/keys/reset');
    expect(await scene.health.read(['a-vendor'])).toEqual([[]]);
    expect(await scene.health.note({ ...trouble, key: providerKeyId(ids[0] ?? '') })).toMatchObject({
      stoppedUntilMs: null,
    });
  });

  it('204 of DELETE /keys/{id}: takes its failures out of every window', async () => {
    const trouble = {
      vendor: 'another-vendor',
      trouble: 'refused',
      windowMs: 60_000,
      threshold: 2,
      stopMs: 60_000,
    } as const;
    const { id } = await create({ name: 'c', secret: 'sk-vendor-c-0001', vendor: 'another-vendor' });
    await scene.health.note({ ...trouble, key: providerKeyId(id) });
    expect((await scene.call('DELETE', `/keys/${id}`)).status).toBe(204);
    expect(await scene.health.note({ ...trouble, key: providerKeyId('key_other') })).toMatchObject({
      stoppedUntilMs: null,
    });
  });

  it('200: ends every cooldown, and no suspension', async () => {
    const [sleeping, suspended] = [await create({ quota_group: 'shared' }), await create()];
    await scene.pool.mark({
      tag: 'group:shared',
      key: providerKeyId(sleeping.id),
      state: 'exhausted',
      until: { inMs: 60_000 },
      reason: 'free requests per day',
    });
    expect((await scene.call('GET', `/keys/${sleeping.id}`)).body.state).toBe('exhausted');
    await scene.call('POST', `/keys/${suspended.id}/suspend`);
    const { status, body } = await scene.call('POST', '/keys/reset');
    expect(status).toBe(200);
    expect(body.keys).toBeGreaterThanOrEqual(2);
    expect((await scene.call('GET', `/keys/${sleeping.id}`)).body.state).toBe('active');
    expect((await scene.call('GET', `/keys/${suspended.id}`)).body.state).toBe('suspended');
  });
});

describe('POST /keys/{id}/test', () => {
  const at = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const answer = (status: number, body: unknown, headers = {}) => {
    calls = [];
    reply = { status, body: JSON.stringify(body), headers };
  };
  const chat = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };

  it('200: makes one small call to a model that the key names', async () => {
    answer(200, chat);
    const { id } = await create({ base_url: at(), models: ['gpt-*', 'gpt-4o'], secret: 'sk-test-a' });
    const { status, body } = await scene.call('POST', `/keys/${id}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, class: 'success', status: 200, latency_ms: expect.any(Number) });
    expect(calls).toEqual([{ method: 'POST', url: '/v1/chat/completions', authorization: 'Bearer sk-test-a' }]);
  });

  it('200: asks for the list of models where the key names none', async () => {
    answer(200, { data: [] });
    const { id } = await create({ base_url: at() });
    expect((await scene.call('POST', `/keys/${id}/test`)).body.ok).toBe(true);
    expect(calls).toMatchObject([{ method: 'GET', url: '/v1/models' }]);
  });

  it('200: gives the class of a failure and changes nothing of the state', async () => {
    answer(401, { error: { message: 'Incorrect API key provided', type: 'x', code: 'invalid_api_key' } });
    const { id } = await create({ base_url: at() });
    const { body } = await scene.call('POST', `/keys/${id}/test`);
    expect(body).toMatchObject({ ok: false, class: 'rejected', status: 401, reason: expect.any(String) });
    expect((await scene.call('GET', `/keys/${id}`)).body.state).toBe('active');
  });

  it('200: tells nothing of the secret that the provider repeats, not even a piece of it', async () => {
    const secret = 'no-known-form-abcdefghijklmnop';
    answer(400, { error: { message: `Bad key ${secret}, or ${secret.slice(4, 20)}`, type: 'x', code: null } });
    const { id } = await create({ base_url: at(), secret });
    const { body } = await scene.call('POST', `/keys/${id}/test`);
    expect(body.ok).toBe(false);
    expect(JSON.stringify(body)).not.toContain(secret.slice(4, 20));
  });

  it('200: ends no suspension, although the provider takes the key', async () => {
    answer(200, { data: [] });
    const { id } = await create({ base_url: at() });
    await scene.call('POST', `/keys/${id}/suspend`);
    expect((await scene.call('POST', `/keys/${id}/test`)).body.ok).toBe(true);
    expect((await scene.call('GET', `/keys/${id}`)).body.state).toBe('suspended');
  });

  it('200: follows no redirect', async () => {
    answer(302, {}, { location: `${at()}/elsewhere` });
    const { id } = await create({ base_url: at() });
    expect((await scene.call('POST', `/keys/${id}/test`)).body).toMatchObject({ ok: false, status: 302 });
    expect(calls).toHaveLength(1);
  });

  it('200: calls a server that is not there transient', async () => {
    const { id } = await create({ base_url: 'http://127.0.0.1:9/v1' });
    const { body } = await scene.call('POST', `/keys/${id}/test`);
    expect(body).toMatchObject({ ok: false, class: 'transient', status: null });
  });
});
