import { createLogger, createMetrics } from '@palimpsest/runtime';
import { usagePartitions } from '@palimpsest/state';
import { startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test } from 'vitest';
import { createMeteringMetrics } from './metrics.ts';
import { noticeOf } from './notice.ts';
import { openBooks } from './testing/open-books.ts';
import { abandonedEvent, sampleEvent } from './testing/sample-event.ts';

const redis = await startRedisProcess();
const books = openBooks(redis.url);
afterAll(async () => {
  books.close();
  await redis.stop();
});

test('a request counts once as entered, also where its real event takes the place of its abandoned one', async () => {
  const metrics = createMeteringMetrics(createMetrics('metering'));
  const notice = noticeOf(metrics, createLogger({ service: 'metering', level: 'silent' }), () => undefined);
  const consumeAll = async (...events: Parameters<typeof books.append>[0][]) => {
    for (const event of events) await books.append(event);
    for (const partition of usagePartitions)
      await books.consume(partition, await books.read(partition, 'all'), { notice });
  };
  const [late, plain] = [sampleEvent(), sampleEvent()];
  await consumeAll(abandonedEvent({ requestId: late.requestId }), plain);
  await consumeAll(late, plain);
  const countsOf = async (counter: (typeof metrics)['requests' | 'events']) =>
    Object.fromEntries((await counter.get()).values.map(({ labels, value }) => [Object.values(labels)[0], value]));
  expect(await countsOf(metrics.requests)).toEqual({ abandoned: 1, success: 1 });
  expect(await countsOf(metrics.events)).toEqual({ applied: 2, replaced: 2 });
});
