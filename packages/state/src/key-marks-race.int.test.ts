import { providerKeyId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { noWindows, oneRequest } from './testing/test-windows.ts';

/** As two proxies have them. */
const pools = [new KeyPool(testRedis()), new KeyPool(testRedis())] as const;

/** Longer than a run takes: nothing ends by itself meanwhile. */
const atMsFromNow = fc.integer({ min: 60_000, max: 3_600_000 });
const mark = fc.record({
  by: fc.constantFrom(...pools),
  state: fc.constantFrom('sleeping', 'exhausted'),
  inMs: atMsFromNow,
});
const step = fc.oneof(
  mark.map((made) => ({ do: 'mark', ...made }) as const),
  fc.record({ do: fc.constant('reserve'), by: fc.constantFrom(...pools) }),
  fc.record({ do: fc.constantFrom('success', 'failure', 'cancelled', 'content'), by: fc.constantFrom(...pools) }),
);

const graver = { active: 0, sleeping: 1, exhausted: 2, suspended: 3 } as const;

test('whatever two proxies do in turn, a mark in force gets no milder, ends no sooner, and is cleared by no older attempt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const key = providerKeyId(randomId('key'));
      const ref = { tag: key, key };
      const underWay: string[] = [];
      let before = { state: 'active' as keyof typeof graver, untilMs: 0 };
      for (const { by, ...what } of steps) {
        const attempt = underWay.at(-1) ?? 'none';
        if (what.do === 'mark') {
          await by.mark({ ...ref, state: what.state, until: { inMs: what.inMs }, reason: 'r' });
        } else if (what.do === 'reserve') {
          const asked = randomId('req');
          const { granted } = await by.reserve({
            ...ref,
            attempt: asked,
            model: 'm',
            leaseMs: 60_000,
            windows: noWindows,
            reserve: oneRequest,
          });
          expect(granted).toBe(before.state === 'active');
          if (granted) underWay.push(asked);
        } else if (what.do === 'content') {
          await by.firstContent({ ...ref, attempt });
        } else {
          underWay.pop();
          await by.settle({ ...ref, attempt, outcome: what.do, spent: { requests: 1, tokens: 0, cost: 0 } });
        }
        const [standing] = await by.read([{ ...ref, limits: [] }]);
        const after = { state: standing?.state ?? 'active', untilMs: standing?.untilMs ?? 0 };
        expect(graver[after.state]).toBeGreaterThanOrEqual(graver[before.state]);
        expect(after.untilMs).toBeGreaterThanOrEqual(before.untilMs);
        before = after;
      }
    }),
    { numRuns: 60 },
  );
});

test('of marks that two proxies make at once the gravest state and the latest end hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mark, { minLength: 2, maxLength: 12 }), async (marks) => {
      const key = testKey(pools[0]);
      const nowMs = Date.now();
      await Promise.all(
        marks.map(({ by, state, inMs }) =>
          by.mark({ tag: key.tag, key: key.key, state, until: { atMs: nowMs + inMs }, reason: 'r' }),
        ),
      );
      expect(await key.read()).toMatchObject({
        state: marks.some(({ state }) => state === 'exhausted') ? 'exhausted' : 'sleeping',
        untilMs: nowMs + Math.max(...marks.map(({ inMs }) => inMs)),
      });
    }),
    { numRuns: 40 },
  );
});
