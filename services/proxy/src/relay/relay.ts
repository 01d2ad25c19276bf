import { type AnswerEvent, Gathering, isContent } from '@palimpsest/domain';
import type { InboundRequest, StreamMode } from '../inbound.ts';
import { createContinuedEvents } from '../stitching/continued-events.ts';

/** Decides, for one attempt, when its events may go to the caller. */
export type Relay = {
  /** A promise is waited for before more is taken: the caller reads slowly. */
  take(events: readonly AnswerEvent[]): Promise<void> | undefined;
  /** Whether the caller has seen anything of this attempt: then none may follow but one that goes on from there. */
  readonly committed: boolean;
  /** What the caller has not seen yet of the attempt's events, which are kept elsewhere. */
  rest(all: readonly AnswerEvent[]): readonly AnswerEvent[];
  /** What the caller has seen of the answer, of attempts before this one too; `undefined` where it is not kept, because none may follow. */
  seen(): readonly AnswerEvent[] | undefined;
};

type Send = (events: readonly AnswerEvent[]) => Promise<void>;

/** How this answer goes out. What is answered as one document goes out whole, whatever mode is asked for. */
export const streamModeOf = (inbound: InboundRequest): StreamMode =>
  inbound.operation === 'chat' && inbound.body.stream === true ? inbound.envelope.streamMode : 'buffered';

/**
 * `buffered` holds everything back until the books are closed; `gated` until the first content; `passthrough` nothing. `stitched` is `gated`
 * for an attempt that goes on from what the caller has seen `before`. The end of the answer is held back in every mode: it goes out when the
 * call has been counted.
 */
export function createRelay(mode: StreamMode, send: Send, before: readonly AnswerEvent[] = []): Relay {
  switch (mode) {
    case 'buffered':
      return nothingSent;
    case 'gated':
      return openingRelay(send, isContent);
    case 'passthrough':
      return openingRelay(send, () => true);
    case 'stitched':
      return stitchingRelay(send, before);
  }
}

const nothingSent: Relay = { take: () => undefined, committed: false, rest: (all) => all, seen: () => undefined };

/** Sends everything from the first event on that `opens`. */
function openingRelay(send: Send, opens: (event: AnswerEvent) => boolean): Relay {
  let held: AnswerEvent[] = [];
  let committed = false;
  return {
    take(events) {
      for (const event of events) held.push(event);
      committed ||= held.some(opens);
      if (!committed) return undefined;
      const ends = held.findIndex((event) => event.type === 'choice-end' || event.type === 'answer-end');
      const ready = ends === -1 ? held : held.slice(0, ends);
      held = ends === -1 ? [] : held.slice(ends);
      return ready.length > 0 ? send(ready) : undefined;
    },
    get committed() {
      return committed;
    },
    rest: () => held,
    seen: () => undefined,
  };
}

function stitchingRelay(send: Send, before: readonly AnswerEvent[]): Relay {
  const seen = new Gathering();
  seen.add(before);
  const continued = createContinuedEvents(before);
  const opening = openingRelay((events) => {
    seen.add(events);
    return send(events);
  }, isContent);
  return {
    take: (events) => opening.take(continued(events)),
    get committed() {
      return opening.committed;
    },
    rest: (all) => opening.rest(all),
    seen: () => seen.all(),
  };
}
