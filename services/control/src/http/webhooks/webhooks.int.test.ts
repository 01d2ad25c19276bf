import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';
import { isSigned, startReceiver } from '../../testing/webhook-receiver.ts';

let scene: Scene;
let strict: Scene;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  scene = await startScene();
  strict = await startScene({ beside: scene, allowPrivateWebhooks: false });
  receiver = await startReceiver(204);
});
afterAll(async () => {
  await receiver.stop();
  await strict.stop();
  await scene.stop();
});

const create = async (body: object = {}) =>
  (await scene.call('POST', '/webhooks', { url: receiver.url, ...body })).body;

describe('POST /webhooks', () => {
  it('201: gives the signing secret this once, and Redis and the log never have it in the clear', async () => {
    const { id, secret, ...shown } = await create({ name: 'on call', events: ['alert.raised'] });
    expect(id).toMatch(/^whk_/);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({ name: 'on call', url: receiver.url, events: ['alert.raised'], last_delivery: null });
    const listed = (await scene.call('GET', '/webhooks')).body.data.find((webhook) => webhook.id === id);
    expect(listed).toEqual({ id, ...shown });
    const [entry] = (await scene.call('GET', '/audit?limit=1')).body.data;
    expect(entry).toMatchObject({ action: 'webhook.create', target: id });
    const stored = await scene.redis.hgetall('pgw:v1:{registry}:webhooks');
    const everything = JSON.stringify([entry, stored, scene.logs]);
    expect(everything).toContain(receiver.url);
    expect(everything).not.toContain(String(secret).slice(6));
  });

  it('400: says what is wrong with each part', async () => {
    const refused = async (body: object) =>
      (await scene.call('POST', '/webhooks', body)).body.errors.map(({ path }) => path);
    expect(await refused({ url: 'ftp://example.com' })).toEqual(['url']);
    expect(await refused({ url: 'http://169.254.169.254/' })).toEqual(['url']);
    expect(await refused({ url: receiver.url, events: [] })).toEqual(['events']);
    expect(await refused({ url: receiver.url, events: ['request.failed'] })).toEqual(['events[0]']);
    expect(await refused({ url: receiver.url, secret: 'whsec_x' })).toEqual(['body']);
    expect(await refused({})).toEqual(['url']);
  });

  it('400: takes no private address unless that is allowed', async () => {
    const { status, body } = await strict.call('POST', '/webhooks', { url: receiver.url });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { path: 'url', message: expect.stringContaining('PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS') },
    ]);
  });

  it('400: there are at most twenty', async () => {
    const made: string[] = [];
    for (;;) {
      const { status, body } = await scene.call('POST', '/webhooks', { url: receiver.url });
      if (status !== 201) {
        expect(body.errors).toMatchObject([{ path: 'body', message: expect.stringContaining('at most 20') }]);
        break;
      }
      made.push(body.id);
    }
    expect((await scene.call('GET', '/webhooks?limit=200')).body.data).toHaveLength(20);
    for (const id of made) expect((await scene.call('DELETE', `/webhooks/${id}`)).status).toBe(204);
  });
});

describe('POST /webhooks/{id}/test', () => {
  it('200: the receiver gets one signed message, and the list shows how it went', async () => {
    const { id, secret } = await create();
    const { status, body } = await scene.call('POST', `/webhooks/${id}/test`);
    expect([status, body]).toMatchObject([200, { ok: true, status: 204, reason: null }]);
    const message = receiver.received.at(-1);
    expect(message?.body).toMatchObject({ type: 'webhook.test', data: { webhook: id } });
    expect(message?.headers['content-type']).toBe('application/json');
    expect(message !== undefined && isSigned(message, String(secret))).toBe(true);
    expect(message !== undefined && isSigned(message, 'whsec_AAAA')).toBe(false);
    const shown = (await scene.call('GET', '/webhooks')).body.data.find((webhook) => webhook.id === id);
    expect(shown?.last_delivery).toMatchObject({ ok: true, status: 204, reason: null });
  });

  it('200: says what went wrong, follows no redirect, and calls no private address that is not allowed any more', async () => {
    const { id } = await create();
    const seen = receiver.received.length;
    receiver.answers(302);
    const test = async (at: Scene) => (await at.call('POST', `/webhooks/${id}/test`)).body;
    expect(await test(scene)).toMatchObject({ ok: false, status: 302, reason: 'answered 302' });
    expect(receiver.received).toHaveLength(seen + 1);
    expect(await test(strict)).toMatchObject({ ok: false, status: null, reason: expect.stringContaining('not sent') });
    expect(receiver.received).toHaveLength(seen + 1);
    receiver.answers(204);
  });

  it('200: nobody listens', async () => {
    const closed = await startReceiver(200);
    await closed.stop();
    const { id } = await create({ url: closed.url });
    expect((await scene.call('POST', `/webhooks/${id}/test`)).body).toMatchObject({
      ok: false,
      status: null,
      reason: 'no connection (ECONNREFUSED)',
    });
  });

  it('404: knows no other webhook', async () => {
    expect((await scene.call('POST', `/webhooks/${unknownId('whk')}/test`)).status).toBe(404);
    expect((await scene.call('DELETE', `/webhooks/${unknownId('whk')}`)).status).toBe(404);
  });
});
