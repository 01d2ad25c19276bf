import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { partitionOf } from '@palimpsest/state';
import { startOwnRedis } from '@palimpsest/testkit';
import { afterAll, expect, test } from 'vitest';
import { keptBooks } from './testing/kept-books.ts';
import { openBooks } from './testing/open-books.ts';

const server = await startOwnRedis();
const books = openBooks(server.url);
afterAll(async () => {
  books.close();
  await server.stop();
});

const command = fileURLToPath(new URL('verify-ledger.ts', import.meta.url));
const run = (url: string, ...args: readonly string[]) =>
  new Promise<{ status: unknown; text: string }>((resolve) => {
    const env = { PALIMPSEST_REDIS_URL: url, PALIMPSEST_ENV_FILE: '' };
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, text: stdout + stderr }),
    );
  });

test('the command exits with 0 where the books balance, and with 1 and a table where they do not', async () => {
  const { requestId } = await keptBooks(books).call();
  await books.consumeAll();
  expect(await run(server.url)).toMatchObject({
    status: 0,
    text: expect.stringContaining('The books balance: 0 differences.'),
  });
  const rollup = `pgw:v1:{usage:${partitionOf(requestId)}}:rollup:${Math.floor(Date.now() / 86_400_000)}`;
  const field = 'requests ["a","","","b"]';
  await books.redis.hincrby(rollup, field, 3);
  const { status, text } = await run(server.url);
  await books.redis.hdel(rollup, field);
  expect(status).toBe(1);
  expect(text).toMatch(/day sums +partition \d, \S+ +requests \["a","","","b"\] +0 +3 +\+3/);
});

test('the command says so where Redis is away, and lists what is set aside', async () => {
  expect(await run('redis://127.0.0.1:1')).toEqual({ status: 2, text: 'Redis cannot be reached\n' });
  expect(await run(server.url, '--poison')).toEqual({ status: 0, text: '0 entries are set aside.\n' });
  expect(await run(server.url, '--replay-poison')).toMatchObject({
    status: 0,
    text: expect.stringContaining('0 entries'),
  });
});
