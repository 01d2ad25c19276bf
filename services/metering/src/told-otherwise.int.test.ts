import { noUsage } from '@palimpsest/domain';
import { startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test } from 'vitest';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { keptBooks } from './testing/kept-books.ts';
import { openBooks } from './testing/open-books.ts';

const redis = await startRedisProcess();
const books = openBooks(redis.url);
afterAll(async () => {
  books.close();
  await redis.stop();
});

test('a user pays nothing for an answer that was counted before its proxy told that it was never given', async () => {
  const { event } = await keptBooks(books).begin();
  const lost = {
    ...event,
    outcome: 'failed' as const,
    usage: noUsage,
    cost: undefined,
    operatorUsage: event.usage,
    operatorCost: event.cost,
  };
  await books.append(event);
  await books.consumeAll();
  await books.append(lost);
  await books.consumeAll();
  expect(await books.logged()).toEqual([lost]);
  expect((await verifyLedger(books.redis, { patienceMs: 0 })).differences).toEqual([]);
});
