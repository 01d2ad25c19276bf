import { type CapabilityName, GatewayError, type PoolMember } from '@palimpsest/domain';
import type { Refusal } from '@palimpsest/providers';
import type { Ask } from '../inbound.ts';
import { type Need, needsOf } from './needs.ts';
import { type Target, targetsOf } from './targets.ts';

type Tiers = readonly (readonly PoolMember[])[];

/** Part of the estimate that surely is needed: only the provider counts exactly. */
const surely = 0.7;

/**
 * The tiers without the targets that cannot serve this request: models that lack what it needs, providers that have to refuse one of its
 * parameters, windows that its prompt does not fit into, and for embeddings every model but the first target's. The same tiers where all
 * can; an error that names the field at fault where none can.
 */
export function ableTiers(tiers: Tiers, ask: Ask, promptTokens: number): Tiers | GatewayError {
  const needs = needsOf(ask);
  const unable = new Map<Target, GatewayError>();
  const targets = tiers.flatMap(targetsOf);
  for (const target of targets) {
    const why = whyUnable(target, ask, needs);
    if (why !== undefined) unable.set(target, why);
  }
  const [first] = unable.values();
  if (unable.size === targets.length && first !== undefined) return first;
  const able = targets.filter((target) => !unable.has(target));
  const others = ask.operation === 'embeddings' ? otherModels(able) : narrowOnes(able, promptTokens);
  const left = new Set([...unable.keys(), ...others]);
  return left.size === 0 ? tiers : tiers.map((tier) => without(tier, left));
}

const without = (tier: readonly PoolMember[], left: ReadonlySet<Target>): readonly PoolMember[] => {
  const targets = targetsOf(tier).filter((target) => left.has(target));
  return targets.length === 0 ? tier : tier.filter((member) => !targets.some(({ members }) => members.has(member)));
};

function whyUnable(target: Target, ask: Ask, needs: readonly Need[]): GatewayError | undefined {
  const lacking = needs.find(({ capability }) => target.capabilities.can[capability] === false);
  if (lacking !== undefined) return lacks(lacking, target.model);
  if (ask.operation !== 'chat') return undefined;
  const { model, host } = target;
  const refusal = target.provider.refusal({
    body: ask.body,
    model,
    host,
    stream: ask.body.stream === true,
    defaultMaxTokens: 0,
  });
  return refusal && asError(refusal);
}

/** Too narrow for the prompt, where there are wider ones. */
function narrowOnes(able: readonly Target[], promptTokens: number): readonly Target[] {
  const windowOf = ({ capabilities }: Target): number => capabilities.contextLength ?? Number.POSITIVE_INFINITY;
  const narrow = able.filter((target) => promptTokens * surely > windowOf(target));
  return narrow.length === able.length ? [] : narrow;
}

/** Vectors of different models cannot be compared. Vendors put their own name before the model's. */
function otherModels(targets: readonly Target[]): readonly Target[] {
  const own = (model: string): string => model.slice(model.lastIndexOf('/') + 1);
  const [first] = targets;
  return first === undefined ? [] : targets.filter(({ model }) => own(model) !== own(first.model));
}

const words: Readonly<Record<CapabilityName, string>> = {
  chat: 'does not answer chats',
  embeddings: 'makes no embeddings',
  tools: 'takes no tools',
  images: 'sees no images',
  audio: 'hears no audio',
  files: 'reads no files',
  json_schema: 'cannot be held to a JSON schema',
  reasoning: 'does not reason',
};

const lacks = ({ capability, param }: Need, model: string): GatewayError =>
  asError({ refused: { param, message: `The model '${model}' ${words[capability]}.`, code: 'unsupported_value' } });

/** A refusal in OpenAI's own words, of our own making. */
const asError = ({ refused: { param, message, code } }: Refusal): GatewayError =>
  new GatewayError('invalid_request', message, {
    param,
    upstream: { status: 400, type: 'invalid_request_error', code },
  });
