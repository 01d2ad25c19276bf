import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';

let first: Scene;
let second: Scene;
beforeAll(async () => {
  first = await startScene();
  second = await startScene({ beside: first });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

describe('two replicas of control', () => {
  it('share keys, users and sessions', async () => {
    const { body: key } = await first.call('POST', '/keys', newKey());
    expect((await second.call('GET', `/keys/${key.id}`)).body).toEqual(key);
    const { headers } = await first.call('POST', '/session', { operator_key: first.operatorKey }, {});
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    expect((await second.call('GET', '/session', undefined, { cookie })).status).toBe(200);
  });

  it('409: let one of two writers of a record through, and tell the other', async () => {
    const { body: user } = await first.call('POST', '/users', { name: 'alice' });
    const seen = new Set<number>();
    for (let round = 0; round < 20 && !seen.has(409); round += 1) {
      const writes = await Promise.all([
        first.call('PATCH', `/users/${user.id}`, { name: `first ${round}` }),
        second.call('PATCH', `/users/${user.id}`, { name: `second ${round}` }),
      ]);
      for (const { status } of writes) seen.add(status);
      const winners = writes.filter(({ status }) => status === 200).map(({ body }) => body.name);
      expect(winners.length).toBeGreaterThanOrEqual(1);
      expect(winners).toContain((await first.call('GET', `/users/${user.id}`)).body.name);
      for (const { status, body } of writes) if (status !== 200) expect(body.code).toBe('version_conflict');
    }
    expect(seen).toEqual(new Set([200, 409]));
  });

  it('409: let one of two equal secrets in', async () => {
    const secret = `sk-${randomBytes(12).toString('hex')}`;
    const writes = await Promise.all([first, second].map((scene) => scene.call('POST', '/keys', newKey({ secret }))));
    expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

describe('a replica with another operator key', () => {
  it('ends the sessions that were opened with the old one', async () => {
    const { headers } = await first.call('POST', '/session', { operator_key: first.operatorKey }, {});
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    const renewed = await startScene({ beside: { ...first, operatorKey: `pgw_op_${'z'.repeat(40)}` } });
    expect((await renewed.call('GET', '/session', undefined, { cookie })).status).toBe(401);
    await renewed.stop();
  });
});
