import { type Failure, type Json, parseShallow } from '@palimpsest/domain';
import { type AnswerDialect, cutOff, type EventDecoder, malformed } from './answer-decoding.ts';
import { AnswerGuard } from './answer-guard.ts';
import type { Decoded } from './provider.ts';
import { type SseEvent, SseParser } from './sse.ts';

/** Reads the text of one streamed answer: framing here, meaning in the dialect. */
export class AnswerReader {
  readonly #dialect: AnswerDialect;
  readonly #parser = new SseParser();
  readonly #decoder: EventDecoder;
  readonly #guard = new AnswerGuard();
  #isFirst = true;
  #isOver = false;

  constructor(dialect: AnswerDialect) {
    this.#dialect = dialect;
    this.#decoder = dialect.newDecoder();
  }

  /** Whether the answer has ended, well or in a failure: nothing more will come of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next text of a streamed body, cut anywhere. */
  push(text: string): readonly Decoded[] {
    const out = this.#read(this.#parser.push(text), false);
    if (!this.#isOver && this.#parser.overflowed) this.#pass([malformed('event too large')], out);
    return out;
  }

  /** `broken` is why the body ended before its time; `undefined` where it ended by itself. */
  end(broken: Failure | undefined): readonly Decoded[] {
    const out = broken === undefined ? this.#read(this.#parser.end(), true) : [];
    if (this.#isOver) return out;
    const why: Decoded = broken === undefined ? cutOff : { type: 'failure', failure: broken };
    this.#pass(this.#decoder.end(broken === undefined) ?? [why], out);
    return out;
  }

  #read(events: readonly SseEvent[], atEnd: boolean): Decoded[] {
    const out: Decoded[] = [];
    for (const event of events) {
      if (this.#isOver) break;
      if (event.data === '[DONE]') {
        // Neither needed nor enough, but nobody waits for the connection to end after a whole answer.
        this.#pass(this.#decoder.end(true) ?? [], out);
        continue;
      }
      if (event.data === '') continue;
      const payload = parseShallow(event.data);
      this.#pass(payload === undefined ? [this.#explain(event, atEnd)] : this.#decode(event, payload), out);
      this.#isFirst = false;
    }
    return out;
  }

  #pass(events: readonly Decoded[], out: Decoded[]): void {
    this.#isOver = this.#guard.pass(events, out);
  }

  #decode(event: SseEvent, payload: Json): readonly Decoded[] {
    return event.raw && this.#isFirst
      ? this.#dialect.decodeAnswer(payload)
      : this.#decoder.decode(payload, event.event);
  }

  /** What is no JSON: a page, half an event at a body's end, or garbage. */
  #explain(event: SseEvent, atEnd: boolean): Decoded {
    if (event.raw && event.data.trimStart().startsWith('<')) {
      const evidence = { at: 'response', status: 200, headers: {}, body: event.data } as const;
      return { type: 'failure', failure: this.#dialect.classify(evidence) };
    }
    return atEnd ? cutOff : malformed('event is not JSON');
  }
}
