import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const create = async (change: object = {}) => (await scene.call('POST', '/users', { name: 'alice', ...change })).body;
const storedHashes = async (id: string) =>
  (await scene.registry.get('users', id))?.value.gatewayKeys.map(({ sha256 }) => sha256);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('POST /users', () => {
  it('201: shows a gateway key of 256 random bits this once, and keeps its SHA-256', async () => {
    const { status, body } = await scene.call('POST', '/users', { name: 'alice' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      name: 'alice',
      limits: [],
      models: null,
      gateway_key: expect.stringMatching(/^pgw_live_[\w-]{43}$/),
      gateway_keys: [{ id: expect.stringMatching(/^gwk_/) }],
    });
    expect(await storedHashes(body.id)).toEqual([sha256(body.gateway_key)]);
    expect((await scene.call('GET', `/users/${body.id}`)).body.gateway_key).toBeUndefined();
  });

  it('201: takes limits in the form of the keys, and models', async () => {
    const body = await create({
      limits: [{ metric: 'requests', amount: 5, period: 'day', time_zone: 'Asia/Tokyo' }],
      models: ['gpt-*', 'smart'],
    });
    expect(body).toMatchObject({
      models: ['gpt-*', 'smart'],
      remaining: [{ limit: 'requests:day:Asia/Tokyo', metric: 'requests', remaining: 5 }],
    });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ models: [] }, 'models'],
    [{ limits: [{ metric: 'requests', amount: 1, period: 'day', time_zone: 'Nowhere' }] }, 'limits[0].time_zone'],
    [{ gateway_key: 'pgw_live_mine' }, 'body'],
  ])('400: says what is wrong with %j', async (change, path) => {
    const { status, body } = await scene.call('POST', '/users', { name: 'alice', ...change });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path }]);
  });
});

describe('PATCH /users/{id}', () => {
  it('200: changes what is named, clears what is null, and leaves the gateway keys', async () => {
    const user = await create({ models: ['gpt-*'], limits: [{ metric: 'concurrent', amount: 2 }] });
    const { status, body } = await scene.call('PATCH', `/users/${user.id}`, { models: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'alice', models: null, limits: user.limits, gateway_keys: user.gateway_keys });
    expect((await scene.call('PATCH', `/users/${user.id}`, { limits: null, name: 'bob' })).body).toMatchObject({
      name: 'bob',
      limits: [],
    });
  });

  it('404: knows no other id', async () => {
    expect((await scene.call('PATCH', `/users/${unknownId('usr')}`, { name: 'x' })).status).toBe(404);
  });
});

describe('gateway keys', () => {
  it('201, 204: are rotated without a gap', async () => {
    const user = await create();
    const added = await scene.call('POST', `/users/${user.id}/gateway-keys`);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ id: expect.stringMatching(/^gwk_/), gateway_key: expect.any(String) });
    expect(await storedHashes(user.id)).toEqual([sha256(user.gateway_key), sha256(added.body.gateway_key)]);
    const revoked = await scene.call('DELETE', `/users/${user.id}/gateway-keys/${user.gateway_keys[0]?.id}`);
    expect(revoked.status).toBe(204);
    expect(await storedHashes(user.id)).toEqual([sha256(added.body.gateway_key)]);
  });

  it('404: belong to one user alone', async () => {
    const [alice, bob] = [await create(), await create()];
    const { status } = await scene.call('DELETE', `/users/${bob.id}/gateway-keys/${alice.gateway_keys[0]?.id}`);
    expect(status).toBe(404);
    expect((await scene.call('POST', `/users/${unknownId('usr')}/gateway-keys`)).status).toBe(404);
  });
});

describe('GET and DELETE /users', () => {
  it('200, 204, 404: lists users and deletes one with its gateway keys', async () => {
    const user = await create();
    const listed = (await scene.call('GET', '/users?limit=200')).body.data.map(({ id }: { id: string }) => id);
    expect(listed).toContain(user.id);
    expect((await scene.call('DELETE', `/users/${user.id}`)).status).toBe(204);
    expect((await scene.call('GET', `/users/${user.id}`)).status).toBe(404);
    expect((await scene.call('DELETE', `/users/${user.id}`)).status).toBe(404);
    expect(await scene.registry.holderOf('users', sha256(user.gateway_key))).toBeUndefined();
  });
});

describe('GET /users with a filter', () => {
  it('200: lists whose names have the part, and the one with an id', async () => {
    const [ada, eve] = [await create({ name: 'Ada of Sales' }), await create({ name: 'Eve of sales' })];
    const listed = async (query: string) =>
      (await scene.call('GET', `/users?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed('name=OF%20SALES')).toEqual([ada.id, eve.id]);
    expect(await listed(`id=${eve.id}`)).toEqual([eve.id]);
    const first = await scene.call('GET', '/users?name=of+sales&limit=1');
    expect(first.body.next_cursor).toBe(ada.id);
    expect(await listed(`name=of+sales&limit=1&cursor=${ada.id}`)).toEqual([eve.id]);
    expect(await listed('name=nobody')).toEqual([]);
  });

  it('400: says what is wrong with a filter', async () => {
    expect((await scene.call('GET', '/users?name=%20')).body.errors).toMatchObject([{ path: 'name' }]);
    expect((await scene.call('GET', '/users?email=ada')).body.errors).toMatchObject([{ path: 'email' }]);
  });
});
