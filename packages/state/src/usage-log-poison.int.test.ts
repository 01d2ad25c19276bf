import { randomId } from '@palimpsest/testkit';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, test } from 'vitest';
import { keyspace } from './keyspace.ts';
import { PoisonedEvents } from './usage-log-poison.ts';

const redis = new Redis(inject('redisUrl'));
const poison = new PoisonedEvents(redis);
afterAll(() => redis.quit());

test('an entry is set aside once, byte for byte, and no longer waits to be acknowledged', async () => {
  const partition = randomId('part');
  const events = keyspace.usageEvents(partition);
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  const id = (await redis.xadd(events, '*', 'request', 'req_a', 'event', bytes)) ?? '';
  await redis.xgroup('CREATE', events, 'readers', '0');
  await redis.xreadgroup('GROUP', 'readers', 'one', 'STREAMS', events, '>');

  const both = await Promise.all([1, 2].map(() => poison.setAside(partition, 'readers', id, 'no event')));
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await poison.count(partition)).toBe(1);
  expect(await redis.xpending(events, 'readers')).toMatchObject([0, null, null, null]);
  const [entry] = await redis.xrangeBuffer(keyspace.poisonEvents(partition), '-', '+');
  expect(entry?.[1]).toEqual(
    ['stood', id, 'reason', 'no event', 'request', 'req_a', 'event', bytes].map((part) => Buffer.from(part)),
  );
});
