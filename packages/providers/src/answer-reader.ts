import { type Failure, type Json, parseJson } from '@palimpsest/domain';
import { type AnswerDialect, cutOff, malformed } from './answer-decoding.ts';
import { createAnswerGuard } from './answer-guard.ts';
import type { Decoded } from './provider.ts';
import { createSseParser, type SseEvent } from './sse.ts';

export type AnswerReader = {
  /** The next text of a streamed body, cut anywhere. */
  push(text: string): readonly Decoded[];
  /** `broken` is why the body ended before its time; `undefined` where it ended by itself. */
  end(broken: Failure | undefined): readonly Decoded[];
  /** Whether the answer has ended, well or in a failure: nothing more will come of it. */
  isOver(): boolean;
};

/** Reads the text of one streamed answer: framing here, meaning in the dialect. */
export function createAnswerReader(dialect: AnswerDialect): AnswerReader {
  const parser = createSseParser();
  const decoder = dialect.newDecoder();
  const guard = createAnswerGuard();
  let isFirst = true;
  let over = false;

  function pass(events: readonly Decoded[], out: Decoded[]): void {
    over = guard(events, out);
  }

  function decodePayload(event: SseEvent, payload: Json): readonly Decoded[] {
    return event.raw && isFirst ? dialect.decodeAnswer(payload) : decoder.decode(payload, event.event);
  }

  /** What is no JSON: a page, half an event at a body's end, or garbage. */
  function explain(event: SseEvent, atEnd: boolean): Decoded {
    if (event.raw && event.data.trimStart().startsWith('<')) {
      const evidence = { at: 'response', status: 200, headers: {}, body: event.data } as const;
      return { type: 'failure', failure: dialect.classify(evidence) };
    }
    return atEnd ? cutOff : malformed('event is not JSON');
  }

  function read(events: readonly SseEvent[], atEnd: boolean): Decoded[] {
    const out: Decoded[] = [];
    for (const event of events) {
      if (over) break;
      if (event.data === '[DONE]') {
        // Neither needed nor enough, but nobody waits for the connection to end after a whole answer.
        pass(decoder.end(true) ?? [], out);
        continue;
      }
      if (event.data === '') continue;
      const payload = parseJson(event.data);
      pass(payload === undefined ? [explain(event, atEnd)] : decodePayload(event, payload), out);
      isFirst = false;
    }
    return out;
  }

  return {
    isOver: () => over,
    push(text) {
      const out = read(parser.push(text), false);
      if (!over && parser.overflowed()) pass([malformed('event too large')], out);
      return out;
    },
    end(broken) {
      const out = broken === undefined ? read(parser.end(), true) : [];
      if (over) return out;
      const why: Decoded = broken === undefined ? cutOff : { type: 'failure', failure: broken };
      pass(decoder.end(broken === undefined) ?? [why], out);
      return out;
    },
  };
}
