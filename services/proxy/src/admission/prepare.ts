import type { ChatBody, GatewayError } from '@palimpsest/domain';
import type { Ask, InboundRequest } from '../inbound.ts';
import { type Carried, carry, emptySession } from '../sessions/carry.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { checkToolPairs } from './check-tool-pairs.ts';
import { estimateAnswer, estimateInputs, estimatePrompt } from './estimate.ts';

export type PrepareParts = {
  readonly sessions: Pick<SessionStore, 'read'>;
  readonly sessionTurns: number;
  readonly defaultMaxTokens: number;
};

/** What goes out, and how much it may use. */
export type Prepared = {
  readonly ask: Ask;
  readonly carried: Carried;
  /** Vendors that served earlier turns of the session. */
  readonly familiarVendors: ReadonlySet<string>;
  readonly promptTokens: number;
  readonly completionTokens: number;
};

/** Completes a request: a chat gets what its session carries. Throws only where Redis is away. */
export async function prepare(
  parts: PrepareParts,
  inbound: InboundRequest,
  snapshot: Snapshot,
): Promise<Prepared | GatewayError> {
  switch (inbound.operation) {
    case 'chat':
      return prepareChat(parts, inbound, inbound.body, snapshot);
    case 'embeddings':
      return {
        ask: { operation: 'embeddings', body: inbound.body },
        carried: nothingCarried,
        familiarVendors: new Set(),
        promptTokens: estimateInputs(inbound.body),
        completionTokens: 0,
      };
  }
}

const nothingCarried: Carried = { messages: [], context: 'none', system: [], own: [] };

async function prepareChat(
  parts: PrepareParts,
  { caller, envelope }: InboundRequest,
  body: ChatBody,
  snapshot: Snapshot,
): Promise<Prepared | GatewayError> {
  const name = envelope.session === undefined ? undefined : { user: caller.user.id, session: envelope.session };
  const stored = name === undefined ? emptySession : await parts.sessions.read(name, snapshot);
  const carried = carry(body.messages, stored, {
    turns: parts.sessionTurns,
    routePrompt: snapshot.route(body.model)?.systemPrompt ?? null,
  });
  const unpaired = checkToolPairs(carried.messages);
  if (unpaired !== undefined) return unpaired;
  const whole: ChatBody = carried.messages === body.messages ? body : { ...body, messages: carried.messages };
  return {
    ask: { operation: 'chat', body: whole },
    carried,
    familiarVendors: new Set(stored.fragments.map((fragment) => fragment.vendor)),
    promptTokens: estimatePrompt(whole),
    completionTokens: estimateAnswer(whole, parts.defaultMaxTokens),
  };
}
