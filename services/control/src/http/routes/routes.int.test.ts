import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const targets = [
  { provider: 'openai', model: 'gpt-4o' },
  { provider: 'anthropic', model: 'claude-sonnet-4-5' },
];

describe('/routes', () => {
  it('201, 200: creates a route, then replaces it', async () => {
    const created = await scene.call('PUT', '/routes/smart', { name: 'smart', targets, system_prompt: null });
    expect(created).toMatchObject({ status: 201, body: { name: 'smart', targets, system_prompt: null } });
    const replaced = await scene.call('PUT', '/routes/smart', { targets: [targets[1]], system_prompt: 'Be brief.' });
    expect(replaced).toMatchObject({ status: 200, body: { targets: [targets[1]], system_prompt: 'Be brief.' } });
    expect((await scene.call('GET', '/routes/smart')).body).toEqual(replaced.body);
  });

  it('200: takes names as models have them, encoded in the address', async () => {
    await scene.call('PUT', `/routes/${encodeURIComponent('team/fast:v1')}`, { targets });
    const names = (await scene.call('GET', '/routes')).body.data.map(({ name }: { name: string }) => name);
    expect(names).toContain('team/fast:v1');
    expect((await scene.call('GET', '/routes/team%2Ffast%3Av1')).status).toBe(200);
  });

  it.each([
    ['/routes/a%20b', { targets }, 'name'],
    ['/routes/other', { name: 'smart', targets }, 'name'],
    ['/routes/x', { targets: [] }, 'targets'],
    ['/routes/x', { targets: [{ provider: 'nobody', model: 'm' }] }, 'targets[0].provider'],
    ['/routes/x', {}, 'targets'],
  ])('400: refuses %s %j', async (path, body, fault) => {
    const answer = await scene.call('PUT', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: fault }]);
  });

  it('204, 404: deletes a route once', async () => {
    await scene.call('PUT', '/routes/gone', { targets });
    expect((await scene.call('DELETE', '/routes/gone')).status).toBe(204);
    expect((await scene.call('DELETE', '/routes/gone')).status).toBe(404);
    expect((await scene.call('GET', '/routes/gone')).status).toBe(404);
  });
});
