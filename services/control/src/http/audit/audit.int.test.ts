import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

describe('GET /audit', () => {
  it('200: has every change, newest first, with what was before and after', async () => {
    const { body: key } = await scene.call('POST', '/keys', newKey({ name: 'free' }));
    await scene.call('PATCH', `/keys/${key.id}`, { name: 'paid' });
    await scene.call('POST', `/keys/${key.id}/suspend`, { reason: 'leaked' });
    await scene.call('POST', `/keys/${key.id}/resume`);
    await scene.call('DELETE', `/keys/${key.id}`);
    const { status, body } = await scene.call('GET', '/audit');
    expect(status).toBe(200);
    const own = body.data.filter(({ target }: { target: string }) => target === key.id);
    expect(own).toMatchObject([
      { action: 'key.delete', before: { name: 'paid' }, after: null },
      { action: 'key.resume' },
      { action: 'key.suspend', after: { reason: 'leaked' } },
      { action: 'key.update', before: { name: 'free' }, after: { name: 'paid' } },
      { action: 'key.create', before: null, after: { name: 'free' }, actor: 'operator', from: '127.0.0.1' },
    ]);
    expect(own[0]?.id).toMatch(/^aud_/);
    expect(Math.abs(Date.parse(String(own[0]?.at)) - Date.now())).toBeLessThan(60_000);
  });

  it('200: has nothing of a change that was refused', async () => {
    const count = async () => (await scene.call('GET', '/audit?limit=200')).body.data.length;
    const before = await count();
    await scene.call('POST', '/keys', newKey({ name: '' }));
    expect(await count()).toBe(before);
  });

  it('200: is read page by page', async () => {
    const all = (await scene.call('GET', '/audit?limit=200')).body.data.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await scene.call('GET', `/audit?limit=2${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(all);
  });

  it('400: takes no made-up cursor', async () => {
    expect((await scene.call('GET', '/audit?cursor=x')).body.errors).toMatchObject([{ path: 'cursor' }]);
  });

  it('200: is narrowed by who acted, by what was done to what, and by time', async () => {
    const { body: key } = await scene.call('POST', '/keys', newKey({ name: 'narrowed' }));
    const { body: user } = await scene.call('POST', '/users', { name: 'narrowed' });
    await scene.call('PATCH', `/users/${user.id}`, { name: 'renamed' });
    const actions = async (query: string) =>
      (await scene.call('GET', `/audit?${query}`)).body.data.map(({ action, target }) => `${String(action)} ${target}`);
    expect(await actions(`target=${user.id}`)).toEqual([`user.update ${user.id}`, `user.create ${user.id}`]);
    expect(await actions(`target=${user.id}&action=user.create`)).toEqual([`user.create ${user.id}`]);
    expect(await actions('action=user&limit=2')).toEqual([`user.update ${user.id}`, `user.create ${user.id}`]);
    expect(await actions('action=key&limit=1')).toEqual([`key.create ${key.id}`]);
    expect(await actions('action=use')).toEqual([]);
    expect(await actions(`target=${user.id}&actor=dashboard`)).toEqual([]);
    expect(await actions(`target=${user.id}&actor=operator&from=2020-01-01T00:00:00Z`)).toHaveLength(2);
    expect(await actions('to=2020-01-01T00:00:00Z')).toEqual([]);
    const first = (await scene.call('GET', `/audit?target=${user.id}&limit=1`)).body;
    expect(await actions(`target=${user.id}&cursor=${first.next_cursor}`)).toEqual([`user.create ${user.id}`]);
  });

  it.each([
    ['actor=somebody', 'actor'],
    ['action=Key!', 'action'],
    ['from=yesterday', 'from'],
    ['by=operator', 'by'],
  ])('400: says what is wrong with %s', async (query, path) => {
    expect((await scene.call('GET', `/audit?${query}`)).body.errors).toMatchObject([{ path }]);
  });
});
