import { userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

/** Stores turns as a proxy does, and notes the answer as metering does. */
async function converse(user: string, session: string, atMs: number, turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++)
    await scene.turns.append({
      user: userId(user),
      session,
      turn: Buffer.from(randomId('turn')),
      meta: Buffer.from('sealed'),
      keep: 8,
      ttlMs: 60_000,
    });
  await scene.activity.touch(user, session, atMs);
}

const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

describe('GET /sessions', () => {
  it('200: lists what is stored, the one with the last answer first, and nothing of the contents', async () => {
    const user = randomId('usr');
    await converse(user, 'old', 1_000, 3);
    await converse(user, 'new', 2_000);
    await scene.activity.touch(user, 'run-out', 3_000);
    const { status, body } = await scene.call('GET', `/sessions?user=${user}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { id: 'new', user, stored_parts: 1 },
      { id: 'old', user, stored_parts: 3 },
    ]);
    const [first] = body.data;
    expect(Object.keys(first ?? {}).toSorted()).toEqual(
      ['expires_at', 'id', 'last_active_at', 'started_at', 'stored_parts', 'user'].toSorted(),
    );
    const leftMs = Date.parse(String(first?.expires_at)) - Date.parse(String(first?.last_active_at));
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_100);
    expect(Math.abs(Date.parse(String(first?.started_at)) - Date.now())).toBeLessThan(60_000);
  });

  it('200: is read page by page', async () => {
    const user = randomId('usr');
    for (const index of [1, 2, 3, 4, 5]) await converse(user, `s${index}`, index < 4 ? 5_000 : 6_000);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await scene.call('GET', `/sessions?user=${user}&limit=2${cursor}`);
      seen.push(...ids(body));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(['s5', 's4', 's3', 's2', 's1']);
  });

  it('400: takes no made-up cursor', async () => {
    expect((await scene.call('GET', '/sessions?cursor=x')).body.errors).toMatchObject([{ path: 'cursor' }]);
  });
});

describe('DELETE /sessions/{user}/{id}', () => {
  it('204: the stored turns are gone, another user keeps the session of the same name', async () => {
    const [user, other] = [randomId('usr'), randomId('usr')];
    // The longest there may be, of what an address would take for its own.
    const session = 'a/b?c%d'.padEnd(256, '/');
    await converse(user, session, 1_000, 2);
    await converse(other, session, 1_000);
    const path = `/sessions/${user}/${encodeURIComponent(session)}`;
    expect((await scene.call('DELETE', path)).status).toBe(204);
    expect((await scene.turns.read({ user: userId(user), session })).turns).toEqual([]);
    expect(ids((await scene.call('GET', `/sessions?user=${user}`)).body)).toEqual([]);
    expect(ids((await scene.call('GET', `/sessions?user=${other}`)).body)).toEqual([session]);
    expect((await scene.call('GET', '/audit?limit=1')).body.data).toMatchObject([
      { action: 'session.delete', target: `${user}/${session}`, before: { stored_parts: 2 }, after: null },
    ]);
    expect((await scene.call('DELETE', path)).status).toBe(404);
  });

  it.each(['.', '..', 'a/../b'])(
    '204: takes the id %s as a parameter, for clients that tidy paths',
    async (session) => {
      const user = randomId('usr');
      await converse(user, session, 1_000);
      await converse(user, 'other', 1_000);
      // In a path neither form of it gets through.
      for (const path of [session, session.replaceAll('.', '%2E')])
        expect(new URL(`http://control/sessions/${user}/${path}`).pathname).not.toContain(`/${path}`);
      expect((await scene.call('DELETE', `/sessions/${user}?id=${encodeURIComponent(session)}`)).status).toBe(204);
      expect(ids((await scene.call('GET', `/sessions?user=${user}`)).body)).toEqual(['other']);
      expect((await scene.call('DELETE', `/sessions/${user}?id=${encodeURIComponent(session)}`)).status).toBe(404);
      expect((await scene.call('DELETE', `/sessions/${user}`)).status).toBe(400);
      expect(ids((await scene.call('GET', `/sessions?user=${user}`)).body)).toEqual(['other']);
    },
  );

  it('404: leaves no entry in the audit log where there was nothing', async () => {
    const newest = async () => (await scene.call('GET', '/audit?limit=1')).body.data[0]?.id;
    const before = await newest();
    expect((await scene.call('DELETE', `/sessions/${randomId('usr')}/none`)).body.code).toBe('not_found');
    expect(await newest()).toBe(before);
  });
});
