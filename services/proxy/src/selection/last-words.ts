import { type Candidate, decided, type PoolMember, type ProviderKeyId } from '@palimpsest/domain';

type Tiers = readonly (readonly PoolMember[])[];

/** Keys that were not needed are listed up to this many: a log entry stays small however large the pool. */
const shownAtMost = 32;

/** Members stay the same objects as long as the configuration does, and most are not needed by most requests. */
const untouched = new WeakMap<PoolMember, Candidate>();

function notNeeded(member: PoolMember): Candidate {
  const known = untouched.get(member) ?? decided(member, 'not-needed');
  untouched.set(member, known);
  return known;
}

/** As many as are shown, without looking at the others. */
function firstOf(tiers: Tiers, wanted: (member: PoolMember) => boolean): PoolMember[] {
  const found: PoolMember[] = [];
  for (const tier of tiers)
    for (const member of tier) {
      if (found.length === shownAtMost) return found;
      if (wanted(member)) found.push(member);
    }
  return found;
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
  const rest = firstOf(tiers, (member) => !decisions.has(member.key.id) && !unable.has(member));
  return [
    ...decisions.values(),
    ...[...unable].slice(0, shownAtMost).map((member) => decided(member, 'unable')),
    ...rest.map((member) => why(member) ?? notNeeded(member)),
  ];
}
