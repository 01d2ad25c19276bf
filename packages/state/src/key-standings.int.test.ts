import { providerKeyId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { readStandings } from './key-standings.ts';
import { testRedis } from './testing/test-redis.ts';

const pool = new KeyPool(testRedis());

test('however many keys are asked for, few are read at once, and all come in the order asked', async () => {
  const last = providerKeyId(randomId('key'));
  const keys = [...Array.from({ length: 119 }, () => providerKeyId(randomId('key'))), last];
  const asked = keys.map((key) => ({ tag: key, key, limits: [] }));
  await pool.mark({ tag: last, key: last, state: 'suspended', until: 'by-hand', reason: 'leaked' });
  const pieces: number[] = [];
  const counted: Pick<KeyPool, 'read'> = {
    read(some) {
      pieces.push(some.length);
      return pool.read(some);
    },
  };
  const standings = await readStandings(counted, asked);
  expect(standings.map(({ key }) => key)).toEqual(keys);
  expect(standings.at(-1)).toMatchObject({ state: 'suspended' });
  expect(pieces).toEqual([50, 50, 20]);
  expect(await readStandings(pool, [])).toEqual([]);
});
