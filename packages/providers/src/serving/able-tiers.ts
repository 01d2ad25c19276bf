import { type Ask, type CapabilityName, GatewayError, type PoolMember, quotaTag } from '@palimpsest/domain';
import type { Refusal } from '../provider.ts';
import { accountBound } from './account-bound.ts';
import { type Need, needsOf } from './needs.ts';
import { type Target, targetsOf } from './targets.ts';

type Tiers = readonly (readonly PoolMember[])[];

/** Where a request can go. */
export type Able = {
  /** The same object where all can serve it. */
  readonly tiers: Tiers;
  /** Those that were left out. */
  readonly unable: readonly PoolMember[];
};

/** Part of the estimate that surely is needed: only the provider counts exactly. */
const surely = 0.7;

/**
 * The tiers without the targets that cannot serve this request: models that lack what it needs, providers that have to refuse one of its
 * parameters or parts, windows that its prompt does not fit into, and for embeddings every model but the first target's. An error that names
 * the field at fault where none can, or where several accounts could and the request belongs to one of them.
 */
export function ableTiers(tiers: Tiers, ask: Ask, promptTokens: number): Able | GatewayError {
  const needs = needsOf(ask);
  const unable = new Map<Target, Refusal>();
  const targets = tiers.flatMap(targetsOf);
  for (const target of targets) {
    const why = lacks(target, needs) ?? refuses(target, ask);
    if (why !== undefined) unable.set(target, why);
  }
  const [first] = unable.values();
  if (unable.size === targets.length && first !== undefined) return refusedAsAsked(first);
  const able = targets.filter((target) => !unable.has(target));
  const others = ask.operation === 'embeddings' ? otherModels(able) : narrowOnes(able, promptTokens);
  const left = new Set([...unable.keys(), ...others]);
  return ofOneAccount(without(tiers, left), ask);
}

/** A refusal in OpenAI's own words, of our own making. */
export const refusedAsAsked = ({ refused: { param, message, code } }: Refusal): GatewayError =>
  new GatewayError('invalid_request', message, {
    param,
    upstream: { status: 400, type: 'invalid_request_error', code },
  });

function without(tiers: Tiers, left: ReadonlySet<Target>): Able {
  if (left.size === 0) return { tiers, unable: [] };
  const unable = new Set([...left].flatMap(({ members }) => [...members]));
  return { tiers: tiers.map((tier) => tier.filter((member) => !unable.has(member))), unable: [...unable] };
}

function lacks({ capabilities, model }: Target, needs: readonly Need[]): Refusal | undefined {
  const lacking = needs.find(({ capability }) => capabilities.can[capability] === false);
  if (lacking === undefined) return undefined;
  const message = `The model '${model}' ${words[lacking.capability]}.`;
  return { refused: { param: lacking.param, message, code: 'unsupported_value' } };
}

function refuses({ provider, model, host }: Target, ask: Ask): Refusal | undefined {
  if (ask.operation !== 'chat') return undefined;
  return provider.refusal({ body: ask.body, model, host, stream: ask.body.stream === true, defaultMaxTokens: 0 });
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

/** What belongs to one account is nothing to another. Which one it is, only a pool of one account tells: keys of one share a quota group. */
function ofOneAccount(able: Able, ask: Ask): Able | GatewayError {
  const param = ask.operation === 'chat' ? accountBound(ask.body) : undefined;
  if (param === undefined) return able;
  const accounts = new Set(able.tiers.flat().flatMap(({ key }) => (key.enabled ? [quotaTag(key)] : [])));
  if (accounts.size <= 1) return able;
  const message = `What this id names belongs to the account that made it, and keys of ${accounts.size} accounts serve '${ask.body.model}': send the data itself.`;
  return refusedAsAsked({ refused: { param, message, code: 'unsupported_value' } });
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
