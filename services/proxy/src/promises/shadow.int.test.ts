import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

const shadow = (amount: number) =>
  ({ metric: 'requests', amount, period: 'month', timeZone: 'UTC', models: undefined, enforce: false }) as const;
const ask = (model: string) => ({ model, messages: [{ role: 'user', content: 'ping' }] });
const told = () => proxy.logs.filter((line) => line.includes('a limit that only counts has been overdrawn'));

test('a limit that is not enforced counts, refuses nobody, and is told once when it is overdrawn', async () => {
  const user = proxy.user({ limits: [shadow(2)] });
  const key = proxy.key('openai', { models: ['gpt-shadow'], limits: [shadow(3)] });
  proxy.providers.openai.plays(key.secret, answer('pong'));
  for (let call = 0; call < 5; call += 1) {
    const response = await proxy.chat(user, ask('gpt-shadow'));
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect(told()).toHaveLength(call < 2 ? 0 : call < 3 ? 1 : 2);
  }
  expect(told()[0]).toContain(user.id);
  expect(told()[1]).toContain(key.id);
  const metrics = await proxy.registry.metrics();
  expect(metrics).toMatch(/palimpsest_shadow_limit_overdrawn_total\{[^}]*of="user"[^}]*\} 3/);
  expect(metrics).toMatch(/palimpsest_shadow_limit_overdrawn_total\{[^}]*of="key"[^}]*\} 2/);
  const [standing] = await proxy.pool.read([{ tag: key.id, key: key.id, limits: [shadow(9)] }]);
  expect(standing?.remaining).toMatchObject([{ remaining: 4 }]);
});

test('the headers tell of the limits that refuse, and of none that only counts', async () => {
  const shadowed = proxy.user({ limits: [shadow(1)] });
  const both = proxy.user({ limits: [shadow(1), perDay(3)] });
  const key = proxy.key('openai', { models: ['gpt-told'] });
  proxy.providers.openai.plays(key.secret, answer('pong'));
  for (const left of ['2', '1']) {
    expect((await proxy.chat(shadowed, ask('gpt-told'))).headers.has('x-ratelimit-limit-requests')).toBe(false);
    const { headers } = await proxy.chat(both, ask('gpt-told'));
    expect(headers.get('x-ratelimit-limit-requests')).toBe('3');
    expect(headers.get('x-ratelimit-remaining-requests')).toBe(left);
  }
});
