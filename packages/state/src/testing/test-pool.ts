import { providerKeyId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import type { KeyPool } from '../key-pool.ts';
import type { KeyAsk, KeyRef, KeySettlement } from '../key-words.ts';
import { noWindows, oneRequest } from './test-windows.ts';

/** Short ways to use one fresh key of a pool. `tag` makes it a member of a quota group. */
export function testKey(pool: KeyPool, tag?: string) {
  const key = providerKeyId(randomId('key'));
  const ref: KeyRef = { tag: tag ?? key, key };
  return {
    ...ref,
    reserve: (more: Partial<KeyAsk> = {}) =>
      pool.reserve({
        ...ref,
        attempt: randomId('req'),
        model: 'gpt-4o',
        leaseMs: 60_000,
        windows: noWindows,
        reserve: oneRequest,
        ...more,
      }),
    settle: (attempt: string, outcome: KeySettlement['outcome'], spent = oneRequest) =>
      pool.settle({ ...ref, attempt, outcome, spent }),
    sleep: (inMs: number, reason = 'requests per minute', model?: string) =>
      pool.mark({ ...ref, state: 'sleeping', until: { inMs }, reason, model }),
    exhaust: (inMs: number, reason = 'requests per day', model?: string) =>
      pool.mark({ ...ref, state: 'exhausted', until: { inMs }, reason, model }),
    suspend: (reason = 'invalid api key', model?: string) =>
      pool.mark({ ...ref, state: 'suspended', until: 'by-hand', reason, model }),
    firstContent: (attempt: string) => pool.firstContent({ ...ref, attempt }),
    async read(limits: Parameters<KeyPool['read']>[0][number]['limits'] = []) {
      const [standing] = await pool.read([{ ...ref, limits }]);
      if (standing === undefined) throw new Error('no standing');
      return standing;
    },
  };
}
