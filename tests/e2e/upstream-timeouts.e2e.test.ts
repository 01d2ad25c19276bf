import { answer, hang, type ScriptedStep } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const LIMIT_MS = 400;
const keepAlive = { keepAliveEveryMs: 50 };
const silences: readonly (readonly [string, boolean, ScriptedStep])[] = [
  ['no answer to a plain call', false, hang()],
  ['half a plain answer', false, answer('never', { stallAfterEvents: 0 })],
  ['no headers of a stream', true, hang()],
  ['comments but no first event', true, answer('never', { stallAfterEvents: 0, ...keepAlive })],
  ['comments but no further event', true, answer('never never never', { stallAfterEvents: 3, ...keepAlive })],
];

describe.each(silences)('a key that gives %s', (what, stream, step) => {
  test('is left for the next one when its time is up, and its connection closed', async () => {
    const model = `${scene.model}-${what.replaceAll(' ', '-')}`;
    const timeouts = { first_byte_ms: LIMIT_MS, stall_ms: LIMIT_MS, plain_ms: LIMIT_MS };
    const limits = [{ metric: 'requests' as const, amount: 9, period: 'day' as const }];
    const silent = await scene.key('openai', [step], { models: [model], timeouts, limits });
    await scene.key('openai', [answer('fine')], { models: [model] });
    const user = await scene.user();
    const startedAt = Date.now();
    const response = await user.openai.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'hello' }], stream })
      .asResponse();
    expect(await response.text()).toContain('fine');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(LIMIT_MS);
    expect(Date.now() - startedAt).toBeLessThan(LIMIT_MS * 10);
    expect(response.headers.get('x-palimpsest-attempts')).toBe('2');
    expect(response.headers.get('x-palimpsest-trail')).toMatch(/:transient.*, openai\/key_\w+:success$/);
    await expect.poll(() => silent.calls()[0]?.closedBy).toBe('caller');
  });
});
