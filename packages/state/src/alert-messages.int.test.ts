import { startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { AlertLog } from './alert-log.ts';
import { type AlertMessage, AlertMessages } from './alert-messages.ts';
import { connectRedis } from './connect-redis.ts';
import { keyspace } from './keyspace.ts';

// Its own server: there is one book of alerts.
const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
const messages = new AlertMessages(redis);
beforeEach(async () => {
  await redis.flushall();
  const observation = { kind: 'key_anomaly', target: 'key_1', holds: true, forMs: 0, message: 'fails' } as const;
  await new AlertLog(redis).observe('alr_1', observation);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const raised: AlertMessage = { alert: 'alr_1', change: 'raised', webhook: undefined };

test('a message has one taker, and another only after its time is over', async () => {
  const takes = await Promise.all(Array.from({ length: 5 }, () => messages.take(10, 60_000)));
  expect(takes.flat()).toEqual([{ ...raised, failed: 0 }]);
  await messages.putOff(raised, 1);
  expect(await vi.waitUntil(async () => (await messages.take(10, 1))[0])).toMatchObject({ failed: 1 });
  expect(await vi.waitUntil(async () => (await messages.take(10, 60_000))[0])).toMatchObject({ failed: 1 });
});

test('what all get becomes one message for each, also when it is done twice', async () => {
  expect(await messages.spread(raised, ['whk_1', 'whk_2'])).toBe(2);
  expect(await messages.spread(raised, ['whk_1', 'whk_2'])).toBe(0);
  const due = await messages.take(10, 60_000);
  expect(due.map(({ webhook }) => webhook)).toEqual(['whk_1', 'whk_2']);
});

test('no webhook gets more than it may have, however many of its messages come first', async () => {
  for (let index = 0; index < 600; index++) await messages.spread({ ...raised, alert: `alr_${index}` }, ['whk_dead']);
  await messages.done(raised);
  await messages.spread(raised, ['whk_live']);
  const webhooks = async (underWay: string[]) =>
    (await messages.take(4, 60_000, { mostEach: 2, underWay })).map(({ webhook }) => webhook);
  expect(await webhooks(['whk_dead'])).toEqual(['whk_dead', 'whk_live']);
  expect(await webhooks(['whk_dead', 'whk_dead'])).toEqual([]);
  expect(await webhooks([])).toEqual(['whk_dead', 'whk_dead']);
});

test('what is settled leaves nothing behind, and cannot be put off any more', async () => {
  const [due] = await messages.take(10, 60_000);
  await messages.putOff(due ?? raised, 60_000);
  await messages.done(raised);
  await messages.putOff(raised, 1);
  expect(await redis.exists(keyspace.dueMessages(), keyspace.messageAttempts())).toBe(0);
});
