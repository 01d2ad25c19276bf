import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

async function signIn(): Promise<{ cookie: string; csrf: string; setCookie: string }> {
  const { status, body, headers } = await scene.call('POST', '/session', { operator_key: scene.operatorKey }, {});
  expect(status).toBe(201);
  const setCookie = String(headers['set-cookie']);
  return { cookie: setCookie.split(';', 1)[0] ?? '', csrf: body.csrf_token, setCookie };
}

describe('/session', () => {
  it('201: sets a cookie that no script reads and no other site sends', async () => {
    const { setCookie } = await signIn();
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; SameSite=Strict/);
    expect(setCookie).toMatch(/; Max-Age=43200/);
  });

  it('200: lets the dashboard read, and finds its CSRF token again', async () => {
    const { cookie, csrf } = await signIn();
    expect((await scene.call('GET', '/keys', undefined, { cookie })).status).toBe(200);
    expect((await scene.call('GET', '/session', undefined, { cookie })).body.csrf_token).toBe(csrf);
  });

  it('403: lets nothing be changed without the CSRF token', async () => {
    const { cookie, csrf } = await signIn();
    const other = await signIn();
    for (const headers of [{ cookie }, { cookie, 'x-csrf-token': 'wrong' }, { cookie, 'x-csrf-token': other.csrf }]) {
      const { status, body } = await scene.call('POST', '/keys', newKey(), headers);
      expect([status, body.code]).toEqual([403, 'csrf_token_wrong']);
    }
    expect((await scene.call('POST', '/keys', newKey(), { cookie, 'x-csrf-token': csrf })).status).toBe(201);
  });

  it('204: ends with signing out, at once', async () => {
    const { cookie, csrf } = await signIn();
    expect((await scene.call('DELETE', '/session', undefined, { cookie, 'x-csrf-token': csrf })).status).toBe(204);
    expect((await scene.call('GET', '/keys', undefined, { cookie })).status).toBe(401);
  });

  it('401: knows no made-up cookie', async () => {
    for (const cookie of ['palimpsest_session=made-up', 'palimpsest_session=', 'other=1'])
      expect((await scene.call('GET', '/session', undefined, { cookie })).status).toBe(401);
  });

  it('400: needs an operator key in the body', async () => {
    expect((await scene.call('POST', '/session', {}, {})).status).toBe(400);
  });

  it('401, 429: refuses a wrong key, and after ten failures looks at none from that address for a minute', async () => {
    const guess = () => scene.call('POST', '/session', { operator_key: 'pgw_op_guess' }, {});
    for (let index = 0; index < 10; index += 1) expect((await guess()).status).toBe(401);
    const { status, body, headers } = await guess();
    expect([status, body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await scene.call('POST', '/session', { operator_key: scene.operatorKey }, {})).status).toBe(429);
    expect((await scene.call('GET', '/keys')).status).toBe(200);
  });
});

describe('/session behind what terminates TLS', () => {
  const from = (address: string) => ({ 'x-forwarded-proto': 'https', 'x-forwarded-for': address });
  const signInFrom = (address: string, where: Scene, key: string = where.operatorKey) =>
    where.call('POST', '/session', { operator_key: key }, from(address));

  it('201: its cookie goes by TLS alone, and the audit log has the caller’s address, where that is trusted', async () => {
    const behind = await startScene({ beside: scene, trustedProxies: ['127.0.0.0/8'] });
    const trusting = await signInFrom('203.0.113.7', behind);
    expect([trusting.status, String(trusting.headers['set-cookie'])]).toEqual([201, expect.stringMatching(/; Secure/)]);
    expect(await scene.audit.page({ limit: 1 })).toMatchObject([{ action: 'session.open', from: '203.0.113.7' }]);
    for (let index = 0; index < 10; index += 1)
      expect((await signInFrom('203.0.113.8', behind, 'pgw_op_guess')).status).toBe(401);
    expect((await signInFrom('203.0.113.8', behind)).status).toBe(429);
    expect((await signInFrom('203.0.113.9', behind)).status).toBe(201);
    await behind.stop();
  });

  it('201: what anybody else says of that is not believed', async () => {
    const other = await startScene();
    const { status, headers } = await signInFrom('203.0.113.7', other);
    expect([status, String(headers['set-cookie'])]).toEqual([201, expect.not.stringMatching(/; Secure/)]);
    expect(await other.audit.page({ limit: 1 })).toMatchObject([{ action: 'session.open', from: '127.0.0.1' }]);
    await other.stop();
  });
});
