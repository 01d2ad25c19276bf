import { expect, inject, test } from 'vitest';
import { inlineCommand } from './inline-command.ts';
import { startRedisProcess } from './redis-process.ts';

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
