import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { inlineCommand } from './inline-command.ts';
import { startRedisProcess } from './redis-process.ts';
import { startServerProcess } from './server-process.ts';

test('the run has one Redis, and it answers', async () => {
  const { port } = new URL(inject('redisUrl'));
  expect(await inlineCommand(Number(port), 'PING')).toMatch(/^\+PONG/);
});

test('a frozen server answers nothing until it is resumed', async () => {
  const redis = await startRedisProcess();
  try {
    await redis.pause();
    await expect(inlineCommand(redis.port, 'PING', 100)).rejects.toThrow('no answer to PING');
    await redis.resume();
    expect(await inlineCommand(redis.port, 'PING')).toMatch(/^\+PONG/);
  } finally {
    await redis.stop();
  }
});

test('an append-only server keeps its data over a restart', async () => {
  const redis = await startRedisProcess(['--appendonly', 'yes', '--appendfsync', 'always']);
  try {
    await inlineCommand(redis.port, 'SET kept yes');
    await redis.restart();
    expect(await inlineCommand(redis.port, 'GET kept')).toContain('yes');
  } finally {
    await redis.stop();
  }
});

test('a server whose port somebody else had for a moment begins when it is free', async () => {
  let asked = 0;
  const other = createServer((socket) => {
    socket.destroy();
    asked += 1;
    // So often it was asked whether it is the server, which could not begin.
    if (asked === 15) other.close();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const redis = await startServerProcess(port, async (directory) => [
    '--port',
    `${port}`,
    '--save',
    '',
    '--dir',
    directory,
  ]);
  try {
    expect(await inlineCommand(port, 'PING')).toMatch(/^\+PONG/);
  } finally {
    await redis.stop();
  }
});
