import { answer } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './house/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const hello = [{ role: 'user' as const, content: 'hello' }];

test('sixty requests at once on a key with seven left and a paid one: sixty answers, exactly seven on the first', async () => {
  const capped = await scene.key('openai', [answer('capped', { delayMs: 20 })], {
    limits: [{ metric: 'requests', amount: 7, period: 'day' }],
  });
  const paid = await scene.key('openai', [answer('paid', { delayMs: 20 })]);
  const user = await scene.user();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => user.openai.chat.completions.create({ model: scene.model, messages: hello })),
  );
  const texts = answers.map((completion) => completion.choices[0]?.message.content);
  expect(texts.filter((text) => text === 'capped')).toHaveLength(7);
  expect(texts.filter((text) => text === 'paid')).toHaveLength(53);
  expect(capped.calls()).toHaveLength(7);
  expect(paid.calls()).toHaveLength(53);
});

test('twenty requests at once of a user with five left: five answers, fifteen clear refusals, five upstream calls', async () => {
  const model = `${scene.model}-user`;
  const key = await scene.key('openai', [answer('fine', { delayMs: 20 })], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'requests', amount: 5, period: 'day' }] });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => user.openai.chat.completions.create({ model, messages: hello })),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refusals).toHaveLength(15);
  for (const refusal of refusals) {
    if (!(refusal instanceof OpenAI.APIError)) throw refusal;
    expect(refusal).toMatchObject({ status: 429, code: 'user_quota_exceeded' });
    expect(refusal.headers?.get('x-should-retry')).toBe('false');
    const seconds = Number(refusal.headers?.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(86_400);
  }
  expect(key.calls()).toHaveLength(5);

  // Refused calls are in the log and counted as calls; they cost nobody anything.
  const of = { user: user.id };
  await expect.poll(async () => (await scene.operator.requests({ ...of, outcome: 'rejected' })).length).toBe(15);
  await expect.poll(async () => (await scene.operator.requests({ ...of, outcome: 'success' })).length).toBe(5);
  const [row] = await scene.operator.usage({ ...of, group_by: 'user' });
  expect(row?.requests).toBe(20);
});

test('what remains of a quota is told with every answer', async () => {
  const model = `${scene.model}-told`;
  await scene.key('openai', [answer('fine')], { models: [model] });
  const user = await scene.user({ limits: [{ metric: 'requests', amount: 10, period: 'day' }] });
  const remaining: (string | null)[] = [];
  for (let times = 0; times < 3; times++) {
    const { response } = await user.openai.chat.completions.create({ model, messages: hello }).withResponse();
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('10');
    expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+h)?(\d+m)?\d+(\.\d+)?m?s$/);
    remaining.push(response.headers.get('x-ratelimit-remaining-requests'));
  }
  expect(remaining).toEqual(['9', '8', '7']);
});
