import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

/** Everything that lies in this Redis, as text. */
async function everythingIn({ redis }: Scene): Promise<string> {
  const texts: string[] = [];
  for (const key of await redis.keys('*')) {
    texts.push(key);
    const type = await redis.type(key);
    if (type === 'string') texts.push((await redis.get(key)) ?? '');
    else if (type === 'hash') texts.push(JSON.stringify(await redis.hgetall(key)));
    else if (type === 'zset') texts.push(JSON.stringify(await redis.zrange(key, '0', '-1')));
    else if (type === 'stream') texts.push(JSON.stringify(await redis.xrange(key, '-', '+')));
    else throw new Error(`${key}: no test reads a ${type}`);
  }
  return texts.join('\n');
}

describe('secrets', () => {
  it('appear in no Redis value, log line, answer or error, whatever is done with them', async () => {
    const secret = 'canary-provider-secret-0123456789';
    const replaced = 'canary-replaced-secret-9876543210';
    const answers: unknown[] = [];
    const call = async (...ask: Parameters<Scene['call']>) => {
      const answer = await scene.call(...ask);
      answers.push(answer.body, answer.headers);
      return answer;
    };
    const base_url = 'http://127.0.0.1:9/v1';
    const { body: key } = await call('POST', '/keys', newKey({ secret, base_url, models: ['m'] }));
    await call('POST', '/keys', newKey({ secret, base_url }));
    await call('POST', '/keys', newKey({ secret, name: '' }));
    await call('POST', '/keys', { ...newKey({ secret }), secert: secret });
    await call('POST', '/keys', `{"name":"x","secret":"${secret}"`);
    await call('POST', `/keys/${key.id}/test`);
    await call('PATCH', `/keys/${key.id}`, { secret: replaced });
    const { body: user } = await scene.call('POST', '/users', { name: 'alice' });
    const { body: added } = await scene.call('POST', `/users/${user.id}/gateway-keys`);
    const { headers } = await scene.call('POST', '/session', { operator_key: scene.operatorKey }, {});
    await call('POST', '/session', { operator_key: `${scene.operatorKey}x` }, {});
    await call('GET', '/keys', undefined, { authorization: `Bearer ${scene.operatorKey}x` });
    for (const path of ['/keys', '/users', '/audit', '/overview', '/requests', `/keys/${key.id}`, `/users/${user.id}`])
      await call('GET', path);
    await call('DELETE', `/keys/${key.id}`);

    const token = /palimpsest_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
    const planted = { secret, replaced, gateway: user.gateway_key, added: added.gateway_key, token };
    const places = {
      redis: await everythingIn(scene),
      logs: scene.logs.join('\n'),
      answers: JSON.stringify(answers),
    };
    expect(places.redis).toContain(user.id);
    for (const [what, text] of Object.entries({ ...planted, operator: scene.operatorKey })) {
      expect(text.length).toBeGreaterThan(20);
      // No piece of twelve characters either; what all of its kind begin with is no secret.
      const pieces = Array.from({ length: text.length - 11 }, (_, at) => text.slice(at, at + 12));
      for (const [where, all] of Object.entries(places)) {
        const seen = pieces.filter((piece) => !/^(pgw_|canary-)/.test(piece) && all.includes(piece));
        expect({ what, where, seen }).toEqual({ what, where, seen: [] });
      }
    }
  });
});
