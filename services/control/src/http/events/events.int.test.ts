import { newAlertId } from '@palimpsest/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mostListeners } from '../../events/change-feed.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
let url: string;
const open = new Set<AbortController>();

beforeAll(async () => {
  scene = await startScene({ heartbeatMs: 50 });
  url = await scene.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const listening of open) listening.abort();
  open.clear();
});
afterAll(() => scene.stop());

/** Opens the stream as a program does, and keeps what comes. */
async function listen(headers: Record<string, string> = { authorization: `Bearer ${scene.operatorKey}` }, from = url) {
  const listening = new AbortController();
  open.add(listening);
  const answer = await fetch(`${from}/api/v1/events`, { headers, signal: listening.signal });
  let text = '';
  let over = false;
  const reading = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })();
  reading
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  return {
    answer,
    text: () => text,
    over: () => over,
    changed: () =>
      new Set(
        [...text.matchAll(/^event: changed\ndata: (.*)$/gm)].flatMap(
          ([, data]) => (JSON.parse(data ?? '') as { changed: string[] }).changed,
        ),
      ),
  };
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** A listener hears of what comes after its first look: a heartbeat shows that this is over. */
async function listening(...args: Parameters<typeof listen>) {
  const heard = await listen(...args);
  await eventually(() => expect(heard.text()).toContain(': \n\n'));
  return heard;
}

async function signIn(): Promise<string> {
  const { headers } = await scene.call('POST', '/session', { operator_key: scene.operatorKey }, {});
  return String(headers['set-cookie']).split(';', 1).join();
}

describe('GET /events', () => {
  it('200: tells every listener what to read again, whoever changed it', async () => {
    const [one, other] = [await listening(), await listening()];
    expect(one.answer.headers.get('content-type')).toBe('text/event-stream');
    await scene.call('POST', '/users', { name: 'Ada' });
    await eventually(() => expect([...one.changed()]).toEqual(expect.arrayContaining(['users', 'overview', 'audit'])));
    expect(one.changed()).not.toContain('prices');
    const observation = { kind: 'error_rate', target: 'requests', holds: true, forMs: 0, message: 'fail' } as const;
    await scene.alerts.observe(newAlertId(), observation);
    for (const heard of [one, other]) await eventually(() => expect(heard.changed()).toContain('alerts'));
  });

  it('200: by cookie, until the session is over', async () => {
    const cookie = await signIn();
    const heard = await listening({ cookie });
    const { csrf_token } = (await scene.call('GET', '/session', undefined, { cookie })).body;
    await scene.call('DELETE', '/session', undefined, { cookie, 'x-csrf-token': csrf_token });
    await eventually(() => expect(heard.over()).toBe(true));
  });

  it('401: lets nobody listen who is no operator', async () => {
    for (const headers of [{}, { authorization: 'Bearer pgw_op_wrong' }, { cookie: 'palimpsest_session=wrong' }])
      expect((await listen(headers)).answer.status).toBe(401);
  });

  it('503: there is a most of listeners, and one that leaves makes room', async () => {
    const all = await Promise.all(Array.from({ length: mostListeners }, () => listen()));
    expect(all.every(({ answer }) => answer.ok)).toBe(true);
    const beyond = await listen();
    expect(beyond.answer.status).toBe(503);
    expect(beyond.answer.headers.get('retry-after')).toBe('30');
    await eventually(() => expect(beyond.text()).toContain('too_many_listeners'));
    for (const controller of open) controller.abort();
    await eventually(async () => expect((await listen()).answer.status).toBe(200));
  });

  it('ends when the service does, which waits for no listener', async () => {
    const replica = await startScene({ beside: scene });
    const heard = await listen(undefined, await replica.app.listen({ host: '127.0.0.1', port: 0 }));
    await eventually(() => expect(heard.text()).toContain('retry: '));
    await replica.stop();
    await eventually(() => expect(heard.over()).toBe(true));
  });
});
