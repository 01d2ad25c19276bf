import type { AlertKind } from '@palimpsest/domain';
import { newAlertId } from '@palimpsest/runtime';
import { randomId } from '@palimpsest/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
// The scene's Redis is its own.
beforeEach(() => scene.redis.flushall());
afterAll(() => scene.stop());

const observe = async (target: string, holds = true) => {
  const id = newAlertId();
  const kind: AlertKind = 'key_anomaly';
  await scene.alerts.observe(id, { kind, target, holds, forMs: 0, message: `${target} fails.` });
  return id;
};

describe('GET /alerts', () => {
  it('200: lists what was raised, newest first, with what became of it', async () => {
    const id = await observe('key_1');
    await observe('key_1', false);
    await observe('key_2');
    const { status, body } = await scene.call('GET', '/alerts');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        { kind: 'key_anomaly', target: 'key_2', message: 'key_2 fails.', state: 'open', ended_at: null },
        { id, target: 'key_1', state: 'ended', acknowledged_at: null, acknowledged_by: null },
      ],
      next_cursor: null,
    });
    expect(Math.abs(Date.parse(String(body.data[0]?.at)) - Date.now())).toBeLessThan(60_000);
  });

  it('200: is read page by page, and by state', async () => {
    for (const target of ['a', 'b', 'c', 'd', 'e']) await observe(target);
    await observe('b', false);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await scene.call('GET', `/alerts?limit=2&state=open${cursor}`);
      seen.push(...body.data.map(({ target }) => target));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen.toSorted()).toEqual(['a', 'c', 'd', 'e']);
  });

  it('400: takes no made-up cursor and no unknown state', async () => {
    expect((await scene.call('GET', '/alerts?cursor=x')).body.errors).toMatchObject([{ path: 'cursor' }]);
    expect((await scene.call('GET', '/alerts?state=lost')).body.errors).toMatchObject([{ path: 'state' }]);
  });
});

describe('POST /alerts/{id}/acknowledge', () => {
  it('200: says who has seen it, once, with one entry in the audit log', async () => {
    const id = await observe('key_1');
    for (let time = 0; time < 2; time++)
      expect(await scene.call('POST', `/alerts/${id}/acknowledge`)).toMatchObject({
        status: 200,
        body: { id, state: 'acknowledged', acknowledged_by: 'operator' },
      });
    expect((await scene.call('GET', '/audit')).body.data).toMatchObject([
      { action: 'alert.acknowledge', target: id, after: { target: 'key_1' } },
    ]);
  });

  it('404: knows no other alert', async () => {
    const { status, body } = await scene.call('POST', `/alerts/${randomId('alr')}/acknowledge`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

it('GET /overview shows the alerts that are still so and that nobody has seen', async () => {
  await scene.call('POST', `/alerts/${await observe('key_1')}/acknowledge`);
  await observe('key_2');
  await observe('key_3');
  await observe('key_3', false);
  expect((await scene.call('GET', '/overview')).body.alerts).toMatchObject([
    { kind: 'key_anomaly', message: 'key_2 fails.' },
  ]);
});
