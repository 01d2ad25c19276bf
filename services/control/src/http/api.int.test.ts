import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

describe('the operator API', () => {
  it('answers every refusal as problem JSON with the id of the request', async () => {
    const auth = { authorization: `Bearer ${scene.operatorKey}` };
    const inject = scene.app.inject.bind(scene.app);
    const answers = await Promise.all([
      inject({ url: '/api/v1/nothing', headers: auth }),
      inject({
        method: 'POST',
        url: '/api/v1/keys',
        headers: { ...auth, 'content-type': 'application/json' },
        payload: '{',
      }),
      inject({ method: 'POST', url: '/api/v1/keys', headers: { ...auth, 'content-type': 'text/plain' }, payload: 'x' }),
      inject({ method: 'POST', url: '/api/v1/keys', headers: auth, payload: { name: 'x'.repeat(1024 * 1024) } }),
      inject({ url: '/api/v1/keys' }),
      inject({ url: '/nothing' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 400, 415, 413, 401, 404]);
    for (const answer of answers) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({
        type: `urn:palimpsest:problem:${answer.json().code}`,
        status: answer.statusCode,
        title: expect.any(String),
        detail: expect.any(String),
        instance: expect.any(String),
      });
    }
    expect(answers[4]?.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('takes a POST that announces JSON and sends nothing', async () => {
    const { body } = await scene.call('POST', '/keys', newKey());
    expect((await scene.call('POST', `/keys/${body.id}/resume`, '')).status).toBe(200);
  });

  it('refuses a parameter that a list does not have, and says which it has', async () => {
    const { paths } = (await scene.call('GET', '/openapi.json')).body as { readonly paths?: Record<string, object> };
    const lists = Object.entries(paths ?? {})
      .filter(
        ([path, calls]) => 'get' in calls && !path.includes('{') && JSON.stringify(calls).includes('"in":"query"'),
      )
      .map(([path]) => path.replace('/api/v1', ''));
    expect(lists).toHaveLength(13);
    for (const path of lists) {
      const { status, body } = await scene.call('GET', `${path}?colour=red&limit=0`);
      expect([path, status, body.code]).toEqual([path, 400, 'invalid_request']);
      const fault = expect.stringMatching(
        /^is no parameter of this address, which takes .*(limit|group_by|outcome|actor)/,
      );
      expect(body.errors).toContainEqual({ path: 'colour', message: fault });
    }
    expect((await scene.call('GET', '/exports/audit.csv?limit=5')).body.errors).toMatchObject([{ path: 'limit' }]);
  });

  it('describes itself in OpenAPI 3.1, to anybody', async () => {
    const { status, body } = await scene.call('GET', '/openapi.json', undefined, {});
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.1');
    expect(body.paths).toMatchObject({
      '/api/v1/keys': { get: {}, post: {} },
      '/api/v1/keys/{id}/test': { post: {} },
      '/api/v1/users/{id}/gateway-keys/{kid}': { delete: {} },
    });
    expect(body).toHaveProperty('components.schemas.Key.properties.secret_hint');
    expect(body).not.toHaveProperty('components.schemas.Key.properties.secret');
  });

  it('says whether it lives and whether it is ready, outside the API', async () => {
    expect((await scene.app.inject('/healthz')).statusCode).toBe(200);
    const ready = await scene.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([200, { ready: true, checks: { redis: true } }]);
  });

  it('sets headers that keep a browser safe', async () => {
    const { headers } = await scene.app.inject('/');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
