import { expect, test } from 'vitest';
import { inlineCommand } from './inline-command.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { startRedisSentinels } from './redis-sentinels.ts';
import { until } from './until.ts';

test('a slot moves to another master with its keys, and a replica takes the place of a master that died', async () => {
  const cluster = await startRedisCluster();
  try {
    const first = await cluster.masterOf('{here}');
    await inlineCommand(first.port, 'SET {here} kept');
    await cluster.migrate('{here}');
    const second = await cluster.masterOf('{here}');
    expect(second).not.toBe(first);
    expect(await inlineCommand(second.port, 'GET {here}')).toContain('kept');
    await cluster.whole();
    await second.kill();
    await until('another master', async () => (await cluster.masterOf('{here}')) !== second);
    expect(await inlineCommand((await cluster.masterOf('{here}')).port, 'GET {here}')).toContain('kept');
    await second.restart();
    await cluster.whole();
  } finally {
    await cluster.stop();
  }
});

test('the replica takes the place of a master behind Sentinels that died', async () => {
  const sentinels = await startRedisSentinels();
  try {
    const first = await sentinels.master();
    await inlineCommand(first.port, 'SET here kept');
    await first.kill();
    await until('another master', async () => (await sentinels.master()) !== first);
    const second = await sentinels.master();
    await until('which takes writes', async () =>
      (await inlineCommand(second.port, 'SET there kept')).startsWith('+OK'),
    );
    expect(await inlineCommand(second.port, 'GET here')).toContain('kept');
  } finally {
    await sentinels.stop();
  }
});
