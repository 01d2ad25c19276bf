import { answer, hang, type ScriptedStep, stallAfter } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const situations: readonly (readonly [string, boolean, ScriptedStep])[] = [
  ['before a plain answer', false, hang()],
  ['before the first event of a stream', true, hang()],
  ['while a stream is buffered', true, stallAfter(3, 'one two three four five')],
  ['in the middle of a slow stream', true, answer('one two three four five six seven eight', { paceMs: 500 })],
];

describe.each(situations)('a client that leaves %s', (what, stream, step) => {
  test('cancels the upstream call within a second, and the key is not blamed', async () => {
    const model = `${scene.model}-${what.replaceAll(' ', '-')}`;
    const key = await scene.key('openai', [step, answer('fine')], { models: [model] });
    const user = await scene.user();
    const abort = new AbortController();
    const messages = [{ role: 'user' as const, content: 'hello' }];
    const asked = user.openai.chat.completions.create({ model, messages, stream }, { signal: abort.signal });
    const left = Promise.allSettled([asked.asResponse().then((response) => response.text())]);
    await vi.waitFor(() => expect(key.calls()).toHaveLength(1));
    abort.abort();
    expect(await left).toMatchObject([{ status: 'rejected' }]);
    await expect.poll(() => key.calls()[0]?.closedBy, { timeout: 1_000, interval: 20 }).toBe('caller');

    await expect
      .poll(() => scene.operator.requests({ user: user.id }), { timeout: 5_000 })
      .toMatchObject([{ outcome: 'cancelled' }]);
    expect((await key.now()).state).toBe('active');
    const next = await user.openai.chat.completions.create({ model, messages });
    expect(next.choices[0]?.message.content).toBe('fine');
  });
});

test('a cancelled request gives its place back', async () => {
  const model = `${scene.model}-place`;
  const key = await scene.key('openai', [hang(), hang(), answer('fine')], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'concurrent', amount: 2 }] });
  const messages = [{ role: 'user' as const, content: 'hello' }];
  const abort = new AbortController();
  const hanging = [1, 2].map(() =>
    expect(user.openai.chat.completions.create({ model, messages }, { signal: abort.signal })).rejects.toThrow(),
  );
  await vi.waitFor(() => expect(key.calls()).toHaveLength(2));
  const third = user.openai.chat.completions.create({ model, messages });
  await expect(third).rejects.toMatchObject({ status: 429, code: 'user_quota_exceeded' });
  abort.abort();
  await Promise.all(hanging);
  await expect
    .poll(async () => (await user.openai.chat.completions.create({ model, messages })).choices[0]?.message.content)
    .toBe('fine');
});
