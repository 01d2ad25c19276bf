import {
  type Ask,
  type Candidate,
  decided,
  GatewayError,
  matchesGlob,
  type OrderingView,
  orderMembers,
  type PoolMember,
  type Price,
  passedOver,
  poolError,
  type Route,
  requestsLeft,
  type ServingKey,
  tiersOf,
  type User,
} from '@palimpsest/domain';
import { type Able, ableTiers, type Provider, refusedAsAsked, targetsOf, unsayable } from '@palimpsest/providers';
import type { KeyPool, VendorHealth } from '@palimpsest/state';
import { refusedBy } from './dry-run.ts';
import { expectedUse } from './expected-use.ts';
import { readKnown } from './read-known.ts';

export type SimulationParts = {
  readonly pool: Pick<KeyPool, 'read'>;
  readonly health: Pick<VendorHealth, 'read'>;
  readonly providers: Readonly<Record<ServingKey['provider'], Pick<Provider, 'limits'>>>;
};

export type SimulationAsk = {
  readonly model: string;
  readonly keys: readonly ServingKey[];
  readonly route: Route | undefined;
  /** Absent: nobody's own permissions are asked for. */
  readonly user: Pick<User, 'models'> | undefined;
  /** Vendors that served earlier turns of a session. */
  readonly familiarVendors: readonly string[];
  readonly tokens: number;
  /** What would be asked; absent: something that every key of the model can serve. */
  readonly request: Ask | undefined;
  readonly prices: readonly Price[];
};

export type Simulation = {
  readonly chosen: Candidate | undefined;
  /** `order`: the place in which a key would be asked, from 1; `null` for those passed over. */
  readonly candidates: readonly (Candidate & { readonly order: number | null })[];
  readonly error: GatewayError | undefined;
};

/** What keys capped only in tokens or money are compared by, where no proxy has learned a mean. */
const usualCost = 1_000_000;

/** Which key a proxy would choose now for this model, and why not the others: the proxies' own rules, with nothing reserved. */
export async function simulate(parts: SimulationParts, ask: SimulationAsk): Promise<Simulation> {
  const refusal = refusalOf(ask);
  if (refusal !== undefined) return { chosen: undefined, candidates: [], error: refusal };
  const { tiers, unable, error: unserved } = reachable(tiersOf(ask.keys, ask.route, ask.model), ask);
  const known = await readKnown(parts, [...tiers.flat(), ...unable]);
  const countedAs = ({ key, upstreamModel }: PoolMember): string =>
    parts.providers[key.provider].limits.countedAs(upstreamModel);
  const view: OrderingView = {
    standingOf: (member) => known.standingOf(member),
    familiarVendors: new Set(ask.familiarVendors),
    countedAs,
    meanPerRequest: { tokens: ask.tokens, cost: usualCost },
  };
  const needs = { requests: 1, tokens: ask.tokens, 'input-tokens': ask.tokens, 'output-tokens': 1 };

  const candidates: Simulation['candidates'][number][] = [];
  let chosen: Candidate | undefined;
  let place = 0;
  for (const tier of tiers) {
    const awake: PoolMember[] = [];
    for (const member of tier) {
      const paced = { countedAs: countedAs(member), needs };
      const why = passedOver(member, { ...known.of(member), paced }, known.nowMs);
      if (why === undefined) awake.push(member);
      else candidates.push({ ...line(member, why.verdict, why.untilMs), order: null });
    }
    for (const member of orderMembers(awake, view)) {
      place += 1;
      const standing = known.standingOf(member);
      const refused = standing && refusedBy(member, standing, expectedUse(ask, member, known.nowMs));
      const verdict = refused?.verdict ?? (chosen === undefined ? 'chosen' : 'not-needed');
      const candidate = line(member, verdict, refused?.untilMs ?? null);
      candidates.push({ ...candidate, order: place });
      if (verdict === 'chosen') chosen = candidate;
    }
  }
  for (const member of unable) candidates.push({ ...line(member, 'unable', null), order: null });
  const none = unserved ?? (chosen === undefined ? poolError(candidates, known.nowMs) : undefined);
  return { chosen, candidates, error: none };

  function line(member: PoolMember, verdict: Parameters<typeof decided>[1], untilMs: number | null): Candidate {
    const left = requestsLeft(member, view.standingOf(member), view);
    return decided(member, verdict, untilMs, Number.isFinite(left) ? Math.floor(left) : null);
  }
}

type Reachable = Able & { readonly error: GatewayError | undefined };

/** Where the request can go: by what is known of the models and, as a proxy finds out when it gets there, by its translation. */
function reachable(tiers: Able['tiers'], { request, tokens }: SimulationAsk): Reachable {
  if (request === undefined) return { tiers, unable: [], error: undefined };
  const able = ableTiers(tiers, request, tokens);
  if (able instanceof GatewayError) return { tiers: [], unable: tiers.flat(), error: able };
  const refused = able.tiers.flatMap(targetsOf).flatMap((target) => {
    const refusal = unsayable(target, request);
    return refusal === undefined ? [] : [{ members: target.members, refusal }];
  });
  const left = new Set(refused.flatMap(({ members }) => [...members]));
  const rest = able.tiers.map((tier) => tier.filter((member) => !left.has(member)));
  const [first] = refused;
  const error = first !== undefined && rest.flat().length === 0 ? refusedAsAsked(first.refusal) : undefined;
  return { tiers: rest, unable: [...able.unable, ...left], error };
}

function refusalOf({ model, keys, route, user }: SimulationAsk): GatewayError | undefined {
  if (user?.models !== undefined && !user.models.some((glob) => matchesGlob(glob, model)))
    return new GatewayError('model_not_allowed', `This user may not use the model '${model}'.`);
  if (tiersOf(keys, route, model).length === 0)
    return new GatewayError('model_not_found', `The model '${model}' does not exist here: no key serves it.`);
  return undefined;
}
