import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey, unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const create = async (change: Readonly<Record<string, unknown>> = {}) =>
  (await scene.call('POST', '/keys', newKey(change))).body;

describe('GET /keys', () => {
  it('200: pages through all keys in the order of their creation', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await create()).id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await scene.call('GET', `/keys?limit=2${cursor}`);
      expect(status).toBe(200);
      seen.push(...body.data.map((key: { id: string }) => key.id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(ids);
  });

  it('400: takes at most 200 a page', async () => {
    expect((await scene.call('GET', '/keys?limit=200')).status).toBe(200);
    for (const limit of ['201', '0', 'many'])
      expect((await scene.call('GET', `/keys?limit=${limit}`)).body.errors).toMatchObject([{ path: 'limit' }]);
  });
});

describe('GET /keys/{id}', () => {
  it('200: reads one', async () => {
    const key = await create();
    expect((await scene.call('GET', `/keys/${key.id}`)).body).toEqual(key);
  });

  it('404: knows no other id', async () => {
    for (const id of [unknownId('key'), 'nonsense', '__proto__'])
      expect((await scene.call('GET', `/keys/${id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('PATCH /keys/{id}', () => {
  it('200: changes what is named, and leaves the rest', async () => {
    const key = await create({ quota_group: 'g', limits: [{ metric: 'requests', amount: 5, period: 'day' }] });
    const { status, body } = await scene.call('PATCH', `/keys/${key.id}`, { name: 'renamed', enabled: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'renamed', enabled: false, quota_group: 'g', limits: key.limits });
    expect(body.state).toBe('disabled');
    expect(body.created_at).toBe(key.created_at);
  });

  it('200: brings the default back for null', async () => {
    const key = await create({ quota_group: 'g', vendor: 'azure', limits: [{ metric: 'concurrent', amount: 1 }] });
    const cleared = { quota_group: null, vendor: null, limits: null, timeouts: null, models: null };
    expect((await scene.call('PATCH', `/keys/${key.id}`, cleared)).body).toMatchObject({
      quota_group: null,
      vendor: 'openai',
      limits: [],
    });
  });

  it('200: takes a new secret, after which the old one is free again', async () => {
    const secret = 'sk-first-secret';
    const key = await create({ secret });
    const { body } = await scene.call('PATCH', `/keys/${key.id}`, { secret: 'sk-second-secret-wxyz' });
    expect(body.secret_hint).toBe('wxyz');
    expect((await scene.call('POST', '/keys', newKey({ secret }))).status).toBe(201);
    const again = await scene.call('POST', '/keys', newKey({ secret: 'sk-second-secret-wxyz' }));
    expect(again.body.conflicts_with).toMatchObject({ id: key.id });
  });

  it('200: keeps its secret at a new address, where it then counts as taken', async () => {
    const secret = 'sk-moving-secret';
    const key = await create({ secret });
    const base_url = 'https://new.example/v1';
    expect((await scene.call('PATCH', `/keys/${key.id}`, { base_url })).body.secret_hint).toBe('cret');
    expect((await scene.call('POST', '/keys', newKey({ secret, base_url }))).status).toBe(409);
    expect((await scene.call('POST', '/keys', newKey({ secret }))).status).toBe(201);
  });

  it('400: refuses what breaks a rule, an unknown member, and another provider', async () => {
    const { id } = await create();
    const paths = async (change: object) =>
      (await scene.call('PATCH', `/keys/${id}`, change)).body.errors.map((error: { path: string }) => error.path);
    expect(await paths({ base_url: 'http://169.254.1.1' })).toEqual(['base_url']);
    expect(await paths({ provider: 'gemini' })).toEqual(['body']);
    expect(await paths({ name: null })).toEqual(['name']);
  });

  it('404: knows no other id', async () => {
    expect((await scene.call('PATCH', `/keys/${unknownId('key')}`, { name: 'x' })).status).toBe(404);
  });
});

describe('DELETE /keys/{id}', () => {
  it('204: takes the key away and frees its secret', async () => {
    const secret = 'sk-deleted-secret';
    const { id } = await create({ secret });
    expect((await scene.call('DELETE', `/keys/${id}`)).status).toBe(204);
    expect((await scene.call('GET', `/keys/${id}`)).status).toBe(404);
    expect((await scene.call('DELETE', `/keys/${id}`)).status).toBe(404);
    expect((await scene.call('POST', '/keys', newKey({ secret }))).status).toBe(201);
  });
});
