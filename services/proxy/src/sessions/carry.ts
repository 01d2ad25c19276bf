import type { ChatMessage } from '@palimpsest/domain';
import type { PieceName } from '@palimpsest/state';
import type { Fragment } from './turns.ts';
import { lastTurn, systemOf, type Window, windowOf, withoutSystem } from './window.ts';

/** What is known of a session when a request comes. */
export type StoredSession = {
  readonly system: readonly ChatMessage[];
  readonly fragments: readonly Fragment[];
  /** What one of these is known by where it is stored. */
  readonly nameOf: (fragment: Fragment) => PieceName;
};

export const emptySession: StoredSession = { system: [], fragments: [], nameOf: () => '' };

/** A stored turn that a request goes on with. Held as long as its call: others may be stored meanwhile, and this one forgotten. */
type UnderWay = {
  /** As far as the request goes on with it. */
  readonly messages: readonly ChatMessage[];
  /** The last of its stored pieces. */
  readonly piece: PieceName;
  /** Whether the answer has its place right behind that, as long as nothing else is stored. */
  readonly isLast: boolean;
};

/** A conversation as it goes to the provider, and what of it the session will keep. */
export type Carried = {
  readonly messages: readonly ChatMessage[];
  readonly context: 'carried' | 'none';
  /** The request's own system prompt, which holds for the session from now on; empty: what holds goes on to. */
  readonly system: readonly ChatMessage[];
  /** The part of the request that belongs to the new fragment; the answer is added to it. */
  readonly own: readonly ChatMessage[];
  /** Calls of the carried part that the request has to answer. */
  readonly awaited: ReadonlySet<string>;
  readonly underWay: UnderWay | undefined;
};

const nothing: readonly never[] = [];
const noCalls: ReadonlySet<string> = new Set();

/** A conversation of no session, to which its route adds nothing either. */
export const asItCame = (messages: readonly ChatMessage[]): Carried => ({
  messages,
  context: 'none',
  system: nothing,
  own: nothing,
  awaited: noCalls,
  underWay: undefined,
});

/**
 * System prompt, the last turns, the current message. A client that sends the history itself (assistant messages in the request) is taken
 * at its word: nothing is added. The request's own system prompt goes before the session's, and that before the route's.
 */
export function carry(
  request: readonly ChatMessage[],
  stored: StoredSession,
  options: { readonly turns: number; readonly routePrompt: string | null },
): Carried {
  const own = systemOf(request);
  const system = own.length > 0 ? own : stored.system;
  const prompt: readonly ChatMessage[] =
    system.length === 0 && options.routePrompt !== null ? [{ role: 'system', content: options.routePrompt }] : system;
  if (request.some((message) => message.role === 'assistant')) {
    // Where its system messages stand is part of the client's history: only a missing prompt is put in front.
    return {
      messages: own.length > 0 ? request : [...prompt, ...request],
      context: 'none',
      system: own,
      own: lastTurn(request),
      awaited: noCalls,
      underWay: undefined,
    };
  }
  const current = withoutSystem(request);
  const found = windowOf(stored.fragments, options.turns, current);
  const { messages: window, awaited } = found;
  if (window.length === 0 && (own.length > 0 || prompt.length === 0))
    return { messages: request, context: 'none', system: own, own: current, awaited, underWay: undefined };
  return {
    messages: [...prompt, ...window, ...current],
    context: window.length > 0 ? 'carried' : 'none',
    system: own,
    own: current,
    awaited,
    underWay: underWayIn(found, stored),
  };
}

function underWayIn({ turn, rearranges }: Window, { nameOf }: StoredSession): UnderWay | undefined {
  const piece = turn?.of.at(-1);
  if (turn === undefined || piece === undefined) return undefined;
  return { messages: turn.messages, piece: nameOf(piece), isLast: !rearranges };
}
