import { type Candidate, decided, type PoolMember, type ProviderKeyId } from '@palimpsest/domain';

type Tiers = readonly (readonly PoolMember[])[];

/** Keys that cannot serve, and those that were not needed, are listed up to this many of each: a log entry stays small however large the pool. */
const shownAtMost = 32;

/** Members stay the same objects as long as the configuration does, and most are not needed by most requests. */
const untouched = new WeakMap<PoolMember, Candidate>();

function notNeeded(member: PoolMember): Candidate {
  const known = untouched.get(member) ?? decided(member, 'not-needed');
  untouched.set(member, known);
  return known;
}

/**
 * The last word on every key of a request: those decided on in the order of looking, those that cannot serve it, then those that were not
 * needed. `why`: nobody had to look at a member, but it would not have served either.
 */
export function lastWords(
  decisions: ReadonlyMap<ProviderKeyId, Candidate>,
  unable: ReadonlySet<PoolMember>,
  tiers: Tiers,
  why: (member: PoolMember) => Candidate | undefined,
): readonly Candidate[] {
  const words = [...decisions.values()];
  let shown = 0;
  for (const member of unable) {
    if (shown === shownAtMost) break;
    shown += 1;
    words.push(decided(member, 'unable'));
  }
  shown = 0;
  for (const tier of tiers)
    for (const member of tier) {
      if (decisions.has(member.key.id) || unable.has(member)) continue;
      if (shown === shownAtMost) return words;
      shown += 1;
      words.push(why(member) ?? notNeeded(member));
    }
  return words;
}
