import { limitName, orderMembers, type PoolMember, providerKeyId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { poolMember } from '../testing/pool-member.ts';
import { createRankings } from './ranking.ts';
import { createStandings } from './standings.ts';

const limits = [limitName(perDay(1)), limitName(perDay(1, 'tokens'))];
const nobody = new Set<string>();
const view = (mean = 100) => ({
  countedAs: ({ upstreamModel }: PoolMember) => upstreamModel,
  meanPerRequest: { tokens: mean, cost: 1 },
});

/** A tier of capped and uncapped keys of two vendors, and what a proxy knows of them. */
function scene(size: number) {
  const standings = createStandings({ read: async () => [], belongs: async () => undefined, glance: async () => [] });
  const tier = Array.from({ length: size }, (_, index) => {
    const member = poolMember(providerKeyId(`key_${String(index).padStart(4, '0')}`), { vendor: `v${index % 2}` });
    const limits = index % 3 === 0 ? [] : [perDay(1_000_000, index % 3 === 1 ? 'requests' : 'tokens')];
    return { ...member, key: { ...member.key, limits } };
  });
  let nowMs = 1000;
  /** A reservation that was granted and left so much. */
  const use = (member: PoolMember, remaining: number): void =>
    standings.observe(member, {
      granted: true,
      nowMs: ++nowMs,
      probe: false,
      remaining: limits.map((limit) => ({ limit, remaining, resetsAtMs: 0 })),
      overdrawn: [],
      hold: undefined,
    });
  const rankings = createRankings(standings);
  const kept = (mean?: number, familiar = nobody) => [...rankings.of(tier, view(mean), familiar)];
  const sorted = (mean?: number, familiar = nobody) =>
    orderMembers(tier, { ...view(mean), standingOf: (member) => standings.of(member), familiarVendors: familiar });
  return { tier, use, kept, sorted, rankings };
}

/** The same numbers every time. */
function* numbers(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

describe('the kept order of a tier', () => {
  it.each([1, 2, 10, 200])(
    'of %d is that of all members sorted anew, whatever is learned and whoever is familiar',
    (size) => {
      const { tier, use, kept, sorted } = scene(size);
      const random = numbers();
      const next = (below: number): number => random.next().value % below;
      expect(kept()).toEqual(sorted());
      for (let step = 0; step < 300; step += 1) {
        for (let uses = next(4); uses > 0; uses -= 1) use(tier[next(tier.length)] as PoolMember, next(500));
        const familiar = next(3) === 0 ? new Set(['v1']) : nobody;
        expect(kept(100, familiar)).toEqual(sorted(100, familiar));
      }
    },
  );

  it('is made anew when a mean request takes more than it did', () => {
    const { tier, use, kept, sorted } = scene(60);
    for (const [index, member] of tier.entries()) use(member, 1000 + ((index * 37) % 500));
    expect(kept(100)).toEqual(sorted(100));
    expect(kept(900)).toEqual(sorted(900));
  });

  it('does not change under a request that is going through it', () => {
    const { tier, use, rankings } = scene(60);
    const before = [...rankings.of(tier, view(), nobody)];
    const walk = rankings.of(tier, view(), nobody)[Symbol.iterator]();
    const seen = [walk.next().value];
    use(before[0] as PoolMember, 3);
    use(before[30] as PoolMember, 5);
    expect([...rankings.of(tier, view(), nobody)]).not.toEqual(before);
    for (let step = walk.next(); step.done !== true; step = walk.next()) seen.push(step.value);
    expect(seen).toEqual(before);
  });

  it('is right again after more has changed than is remembered', () => {
    const { tier, use, kept, sorted } = scene(40);
    kept();
    for (let step = 0; step < 45_000; step += 1) use(tier[step % tier.length] as PoolMember, (step * 7) % 900);
    expect(kept()).toEqual(sorted());
  });
});
