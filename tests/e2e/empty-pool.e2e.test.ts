import { answer, fail, insufficientQuota } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

async function refusal(user: ScenicUser, model: string): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await user.openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'hello' }] });
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error;
    throw error;
  }
  throw new Error('the request was answered');
}

test('with all keys asleep: 429, the seconds until the first wakes, and why each was passed over', async () => {
  const model = `${scene.model}-asleep`;
  const slow = await scene.key('openai', [fail(429, { retryAfter: 40 })], { models: [model] });
  const quick = await scene.key('openai', [fail(429, { retryAfter: 12 })], { models: [model] });
  const user = await scene.user();
  const first = await refusal(user, model);
  expect(first).toMatchObject({ status: 429, code: 'pool_exhausted' });
  // The client library did not try again by itself: one call for each key.
  expect(slow.calls()).toHaveLength(1);
  expect(quick.calls()).toHaveLength(1);

  const second = await refusal(user, model);
  expect(second).toMatchObject({ status: 429, code: 'pool_exhausted' });
  const seconds = Number(second.headers?.get('retry-after'));
  expect(Number.isInteger(seconds)).toBe(true);
  expect(seconds).toBeGreaterThanOrEqual(8);
  expect(seconds).toBeLessThanOrEqual(14);
  expect(second.message).toMatch(/2 keys: 2 sleeping/);
  expect(second.message).toMatch(new RegExp(`${seconds} s`));
  expect(second.headers?.get('x-should-retry')).toBe('false');
  expect(second.headers?.get('x-palimpsest-attempts')).toBe('0');
  expect(slow.calls()).toHaveLength(1);
  expect(quick.calls()).toHaveLength(1);
  expect(JSON.stringify(second.error)).not.toContain(slow.secret);
});

test('an account without credit is exhausted, not asleep', async () => {
  const model = `${scene.model}-broke`;
  const key = await scene.key('openai', [fail(429, { body: insufficientQuota })], { models: [model] });
  const user = await scene.user();
  expect(await refusal(user, model)).toMatchObject({ status: 429, code: 'pool_exhausted' });
  expect((await key.now()).state).toBe('exhausted');
  expect((await refusal(user, model)).message).toMatch(/1 exhausted/);
});

test('with every key suspended: 503 no_usable_key, since an operator must act', async () => {
  const model = `${scene.model}-suspended`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  await scene.operator.call('POST', `/keys/${key.id}/suspend`);
  await expect.poll(async () => (await key.now()).state).toBe('suspended');
  const error = await refusal(user, model);
  expect(error).toMatchObject({ status: 503, code: 'no_usable_key' });
  expect(error.headers?.get('x-should-retry')).toBe('false');
  expect(key.calls()).toHaveLength(0);
});

test('with every attempt failed for other reasons: 502 with what was tried', async () => {
  const model = `${scene.model}-broken`;
  const keys = [
    await scene.key('openai', [fail(500)], { models: [model] }),
    await scene.key('openrouter', [fail(502)], { models: [{ name: model, upstream: 'x/y' }] }),
  ];
  const user = await scene.user();
  const error = await refusal(user, model);
  expect(error).toMatchObject({ status: 502, code: 'upstream_failed' });
  expect(error.headers?.get('x-should-retry')).toBe('false');
  const { attempts } = error.error as { attempts: { key: string }[] };
  expect(attempts).toHaveLength(2);
  expect(new Set(attempts.map((attempt) => attempt.key))).toEqual(new Set(keys.map((key) => key.id)));
  expect(attempts).toEqual(expect.arrayContaining([expect.objectContaining({ class: 'transient', status: 500 })]));
});

test('a deleted key serves no more, and a model without keys is not found', async () => {
  const model = `${scene.model}-gone`;
  const key = await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user();
  await scene.operator.call('DELETE', `/keys/${key.id}`);
  await expect.poll(async () => (await refusal(user, model)).code, { timeout: 1_000 }).toBe('model_not_found');
});
