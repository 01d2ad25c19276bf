import { type AnswerEvent, createGathering, isContent } from '@palimpsest/domain';
import type { InboundRequest, StreamMode } from '../inbound.ts';

/** Decides, for one attempt, when its events may go to the caller. */
export type Relay = {
  take(events: readonly AnswerEvent[]): Promise<void>;
  /** Whether the caller has seen anything of this attempt: then no other may follow. */
  readonly committed: boolean;
  /** What the caller has not seen yet. */
  rest(): readonly AnswerEvent[];
};

/** How this answer goes out. What is answered as one document goes out whole, whatever mode is asked for. */
export const streamModeOf = (inbound: InboundRequest): StreamMode =>
  inbound.operation === 'chat' && inbound.body.stream === true ? inbound.envelope.streamMode : 'buffered';

/**
 * `buffered` holds everything back until the books are closed; `gated` until the first content; `passthrough` nothing. The end of the answer
 * is held back in every mode: it goes out when the call has been counted.
 */
export const createRelay = (mode: StreamMode, send: (events: readonly AnswerEvent[]) => Promise<void>): Relay =>
  mode === 'buffered' ? holdingRelay() : openingRelay(mode, send);

function holdingRelay(): Relay {
  const held = createGathering();
  return { take: async (events) => held.add(events), committed: false, rest: () => held.all() };
}

function openingRelay(
  mode: Exclude<StreamMode, 'buffered'>,
  send: (events: readonly AnswerEvent[]) => Promise<void>,
): Relay {
  let held: AnswerEvent[] = [];
  let committed = false;
  return {
    async take(events) {
      held.push(...events);
      committed ||= mode === 'passthrough' || held.some(isContent);
      if (!committed) return;
      const ends = held.findIndex((event) => event.type === 'choice-end' || event.type === 'answer-end');
      const ready = ends === -1 ? held : held.slice(0, ends);
      held = ends === -1 ? [] : held.slice(ends);
      if (ready.length > 0) await send(ready);
    },
    get committed() {
      return committed;
    },
    rest: () => held,
  };
}
