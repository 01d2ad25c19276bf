import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { AlertLog, type Observation } from './alert-log.ts';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';

// Its own server: there is one book of alerts.
const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
const alerts = new AlertLog(redis);
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

let made = 0;
/** In the order in which they were made, also within a millisecond. */
const nextId = () => {
  made += 1;
  return `alr_${String(made).padStart(6, '0')}`;
};
const observe = (target: string, change: Partial<Observation> = {}) =>
  alerts.observe(nextId(), {
    kind: 'key_anomaly',
    target,
    holds: true,
    forMs: 0,
    message: `${target} fails`,
    ...change,
  });

test('of replicas that see the same at once, one raises the alert and one message is due', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => observe('key_1')));
  expect(outcomes.filter((outcome) => outcome === 'raised')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(19);
  const [alert, ...others] = await alerts.page({ limit: 10 });
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ target: 'key_1', message: 'key_1 fails', endedAtMs: null, acknowledged: null });
  expect(await redis.zrange(keyspace.dueMessages(), 0, '-1')).toEqual([`${alert?.id} raised`]);
});

test('what is over ends its alert once, and may be raised anew', async () => {
  await observe('key_1');
  expect(await observe('key_1', { holds: false })).toBe('ended');
  expect(await observe('key_1', { holds: false })).toBe('quiet');
  expect(await alerts.open()).toEqual([]);
  expect(await observe('key_1')).toBe('raised');
  const [second, first] = await alerts.page({ limit: 10 });
  expect(second?.endedAtMs).toBeNull();
  expect(first?.endedAtMs).toBeGreaterThanOrEqual(first?.raisedAtMs ?? Number.NaN);
});

test('what must hold for a while is no alert before, and begins anew where it did not hold in between', async () => {
  expect(await observe('key_1', { forMs: 100 })).toBe('waiting');
  expect(await alerts.watched()).toEqual([{ kind: 'key_anomaly', target: 'key_1' }]);
  await vi.waitFor(async () => expect(await observe('key_1', { forMs: 100 })).toBe('raised'));
  expect(await observe('key_2', { forMs: 60_000 })).toBe('waiting');
  expect(await observe('key_2', { holds: false })).toBe('quiet');
  expect(await alerts.watched()).toEqual([{ kind: 'key_anomaly', target: 'key_1' }]);
});

test('an acknowledged alert is not raised again while it is still so, and keeps who came first', async () => {
  await observe('key_1');
  const [alert] = await alerts.open();
  const id = alert?.id ?? '';
  expect(await alerts.acknowledge(id, 'operator')).toBe('acknowledged');
  expect(await alerts.acknowledge(id, 'dashboard')).toBe('known');
  expect(await alerts.acknowledge(randomId('alr'), 'operator')).toBe('missing');
  expect(await observe('key_1')).toBe('open');
  expect((await alerts.get(id))?.acknowledged?.by).toBe('operator');
});

test('alerts are read page by page, newest first', async () => {
  for (const target of ['a', 'b', 'c', 'd', 'e']) await observe(target);
  const first = await alerts.page({ limit: 2 });
  const second = await alerts.page({ limit: 2, after: first.at(-1)?.id });
  const third = await alerts.page({ limit: 2, after: second.at(-1)?.id });
  expect([first, second, third].flat().map(({ target }) => target)).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('the log keeps the last thousand, and a rule gone mad opens no more than two hundred', async () => {
  for (let index = 0; index < 1_050; index++) {
    await observe(`key_${index}`);
    await observe(`key_${index}`, { holds: false });
  }
  expect(await alerts.page({ limit: 2_000 })).toHaveLength(1_000);
  expect(await redis.hlen(keyspace.alertMarks())).toBe(1_000);
  for (let index = 0; index < 210; index++) await observe(`mad_${index}`);
  expect(await observe('one more')).toBe('full');
  expect(await alerts.open()).toHaveLength(200);
});

test('one replica looks at the rules in a round', async () => {
  const claims = await Promise.all([alerts.claimRound(60_000), alerts.claimRound(60_000)]);
  expect(claims.filter(Boolean)).toHaveLength(1);
});
