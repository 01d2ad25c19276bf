import {
  answerTokensOf,
  GatewayError,
  matchesGlob,
  type PoolMember,
  type Spent,
  spentAtMost,
} from '@palimpsest/domain';
import { windowsOf } from '@palimpsest/state';
import { costOn } from '../accounting/cost.ts';
import type { InboundRequest } from '../inbound.ts';
import type { RedisClock } from '../redis-clock.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { ableAsk } from './able-ask.ts';
import type { Examined } from './admitted.ts';
import { type PrepareParts, prepare } from './prepare.ts';
import { pricedAlike, pricedTiers } from './priced.ts';

export type ExaminationParts = PrepareParts & { readonly clock: RedisClock };

/**
 * Whether this caller may make this call: model, conversation, price; and how much it may take. Nothing is reserved yet. Throws only where
 * Redis is away.
 */
export async function examine(
  parts: ExaminationParts,
  inbound: InboundRequest,
  snapshot: Snapshot,
): Promise<Examined | GatewayError> {
  const { caller, body } = inbound;
  if (caller.user.models !== undefined && !caller.user.models.some((glob) => matchesGlob(glob, body.model)))
    return new GatewayError('model_not_allowed', `This user may not use the model '${body.model}'.`, {
      param: 'model',
    });
  const known = snapshot.tiers(body.model);
  if (known.every((tier) => tier.length === 0))
    return new GatewayError('model_not_found', `The model '${body.model}' does not exist here: no key serves it.`, {
      param: 'model',
    });

  const prepared = await prepare(parts, inbound, snapshot, known);
  if (prepared instanceof GatewayError) return prepared;
  const found = ableAsk(known, prepared, inbound);
  if (found instanceof GatewayError) return found;
  const { able, ask, promptTokens } = found;
  const { completionTokens } = prepared;

  const nowMs = parts.clock.now();
  const tokens = promptTokens + completionTokens;
  const expected = (member: PoolMember): Spent =>
    spentAtMost(tokens, costOn(snapshot, member, body.model, { promptTokens, completionTokens }, nowMs)?.cost);

  const holdsToCost = caller.user.limits.some((limit) => limit.metric === 'cost' && limit.enforce);
  const tiers = holdsToCost
    ? pricedTiers(able.tiers, (member) => snapshotPrice(snapshot, member, body.model, nowMs))
    : able.tiers;
  if (tiers.every((tier) => tier.length === 0))
    return new GatewayError(
      'model_not_priced',
      `The model '${body.model}' has no price, and this user has a cost limit: an operator must enter one.`,
      { param: 'model' },
    );

  // Where cost is limited, the dearest key it may reach is what is held until the true cost is known.
  const countsCost = caller.user.limits.some(({ metric }) => metric === 'cost');
  const dearest = countsCost ? Math.max(...tiers.flatMap(pricedAlike).map((member) => expected(member).cost)) : 0;
  return {
    inbound,
    snapshot,
    ask,
    carried: prepared.carried,
    familiarVendors: prepared.familiarVendors,
    tiers,
    unable: able.unable,
    promptTokens,
    answerTokens: answerTokensOf(ask),
    count: prepared.count,
    expected,
    windows: windowsOf(caller.user.limits, body.model, nowMs),
    reserve: { ...spentAtMost(tokens, undefined), cost: dearest },
  };
}

const snapshotPrice = (snapshot: Snapshot, member: PoolMember, model: string, nowMs: number): boolean =>
  costOn(snapshot, member, model, { promptTokens: 0, completionTokens: 0 }, nowMs) !== undefined;
