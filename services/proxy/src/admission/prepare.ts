import type { ChatBody, GatewayError, PoolMember } from '@palimpsest/domain';
import type { Ask, InboundRequest } from '../inbound.ts';
import { asItCame, type Carried, carry, emptySession } from '../sessions/carry.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { checkToolPairs } from './check-tool-pairs.ts';
import { type CountTokens, estimateAnswer, estimateInputs, estimateTokens, promptTokens } from './estimate.ts';
import type { TokenCounting } from './token-counting.ts';

export type PrepareParts = {
  readonly sessions: Pick<SessionStore, 'read'>;
  readonly sessionTurns: number;
  readonly defaultMaxTokens: number;
  readonly tokenCounting: TokenCounting;
};

/** What goes out, and how much it may use. */
export type Prepared = {
  readonly ask: Ask;
  readonly carried: Carried;
  /** Vendors that served earlier turns of the session. */
  readonly familiarVendors: ReadonlySet<string>;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly count: CountTokens;
};

/** Completes a request: a chat gets what its session carries. Throws only where Redis is away. */
export async function prepare(
  parts: PrepareParts,
  inbound: InboundRequest,
  snapshot: Snapshot,
  tiers: readonly (readonly PoolMember[])[],
): Promise<Prepared | GatewayError> {
  switch (inbound.operation) {
    case 'chat':
      return prepareChat(parts, inbound, inbound, snapshot, tiers);
    case 'embeddings':
      return {
        ask: { operation: 'embeddings', body: inbound.body },
        carried: nothingCarried,
        familiarVendors: noVendors,
        promptTokens: estimateInputs(inbound.body),
        completionTokens: 0,
        count: estimateTokens,
      };
  }
}

const noVendors: ReadonlySet<string> = new Set();
const nothingCarried = asItCame([]);

async function prepareChat(
  parts: PrepareParts,
  { caller, envelope }: InboundRequest,
  { body, bytes }: Extract<Ask, { operation: 'chat' }>,
  snapshot: Snapshot,
  tiers: readonly (readonly PoolMember[])[],
): Promise<Prepared | GatewayError> {
  const name = envelope.session === undefined ? undefined : { user: caller.user.id, session: envelope.session };
  const stored = name === undefined ? emptySession : await parts.sessions.read(name, snapshot);
  const routePrompt = snapshot.route(body.model)?.systemPrompt ?? null;
  const carried =
    name === undefined && routePrompt === null
      ? asItCame(body.messages)
      : carry(body.messages, stored, { turns: parts.sessionTurns, routePrompt });
  const unpaired = checkToolPairs(body.messages, carried.awaited);
  if (unpaired !== undefined) return unpaired;
  const whole: ChatBody = carried.messages === body.messages ? body : { ...body, messages: carried.messages };
  const count = await parts.tokenCounting.counterFor(caller.user, tiers);
  return {
    ask: { operation: 'chat', body: whole, bytes },
    carried,
    familiarVendors: stored === emptySession ? noVendors : new Set(stored.fragments.map((fragment) => fragment.vendor)),
    promptTokens: promptTokens(whole, count),
    completionTokens: estimateAnswer(whole, parts.defaultMaxTokens),
    count,
  };
}
