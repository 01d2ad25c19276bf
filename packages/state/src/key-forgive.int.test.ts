import { describe, expect, it } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';

const pool = new KeyPool(testRedis());

const refuse = (key: ReturnType<typeof testKey>) =>
  pool.mark({ ...key, state: 'suspended', until: 'by-hand', reason: 'invalid api key', refusal: true });
const doubt = (key: ReturnType<typeof testKey>) =>
  pool.mark({
    ...key,
    state: 'sleeping',
    until: { inMs: 600_000 },
    reason: 'forbidden',
    again: 'suspended',
    refusal: true,
  });

describe('a refusal that is forgiven leaves nothing on its key:', () => {
  it.each([
    ['a suspension', refuse],
    ['a doubt', doubt],
  ])('%s', async (_, mark) => {
    const key = testKey(pool);
    await mark(key);
    await pool.forgive(key);
    expect(await key.read()).toMatchObject({ state: 'active' });
    expect((await key.reserve()).granted).toBe(true);
  });
});

describe('what was done to a key for another reason stays', () => {
  it('a suspension by an operator, before the refusal and after it', async () => {
    const [before, after] = [testKey(pool), testKey(pool)];
    await before.suspend('leaves the company');
    await refuse(before);
    await refuse(after);
    await after.suspend('leaves the company');
    for (const key of [before, after]) {
      await pool.forgive(key);
      expect(await key.read()).toMatchObject({ state: 'suspended', reason: 'leaves the company' });
    }
  });

  it('a limit, before the refusal and after it, and what is known of its models', async () => {
    const [before, after] = [testKey(pool), testKey(pool)];
    await before.exhaust(3_600_000);
    await doubt(before);
    await refuse(after);
    await after.exhaust(3_600_000);
    await after.suspend('no access', 'gpt-9');
    for (const key of [before, after]) {
      await pool.forgive(key);
      expect(await key.read()).toMatchObject({ state: 'exhausted', reason: 'requests per day' });
    }
    expect((await after.read()).models).toMatchObject([{ model: 'gpt-9', state: 'suspended' }]);
  });

  it('all of it where no provider refused the key, and where an operator has resumed it since', async () => {
    const [key, resumed] = [testKey(pool), testKey(pool)];
    await key.suspend('leaves the company');
    await refuse(resumed);
    await pool.resume(resumed);
    await resumed.suspend('leaves the company');
    for (const one of [key, resumed]) {
      await pool.forgive(one);
      expect(await one.read()).toMatchObject({ state: 'suspended', reason: 'leaves the company' });
    }
  });
});
