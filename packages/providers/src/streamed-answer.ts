import { StringDecoder } from 'node:string_decoder';
import type { Failure } from '@palimpsest/domain';
import type { AnswerDialect } from './answer-decoding.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Decoded, FailureEvidence } from './provider.ts';

type Batch = IteratorResult<readonly Decoded[], undefined>;

/** A streamed body, decoded. A generator would hold what came last for as long as the next read is waited for. */
export class StreamedAnswer implements AsyncIterableIterator<readonly Decoded[], undefined> {
  readonly #dialect: AnswerDialect;
  readonly #reads: AsyncIterator<Uint8Array>;
  readonly #reader: AnswerReader;
  readonly #text = new StringDecoder('utf8');
  #ended: 'well' | 'broken' | undefined;

  constructor(dialect: AnswerDialect, bytes: AsyncIterable<Uint8Array>) {
    this.#dialect = dialect;
    this.#reads = bytes[Symbol.asyncIterator]();
    this.#reader = new AnswerReader(dialect);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Batch> {
    while (this.#ended === undefined && !this.#reader.isOver) {
      const events = await this.#reads.next().then(
        (read) => this.#decode(read),
        (error: unknown) => this.#end(this.#dialect.classify(evidenceOf(error))),
      );
      if (events.length > 0) return { done: false, value: events };
    }
    return this.return();
  }

  async return(): Promise<Batch> {
    const isBroken = this.#ended === 'broken';
    this.#ended ??= 'well';
    if (!isBroken) await this.#reads.return?.();
    return { done: true, value: undefined };
  }

  #decode({ done, value }: IteratorResult<Uint8Array>): readonly Decoded[] {
    return done === true ? this.#end(undefined) : this.#reader.push(this.#text.write(value));
  }

  /** `broken` is why the body ended before its time. */
  #end(broken: Failure | undefined): readonly Decoded[] {
    this.#ended = broken === undefined ? 'well' : 'broken';
    return [...this.#reader.push(this.#text.end()), ...this.#reader.end(broken)];
  }
}

/** Why reading a body failed: the outermost error code that Node, undici or the gateway gave it. */
function evidenceOf(error: unknown): FailureEvidence {
  if (!(error instanceof Error)) return { at: 'transport', errorCode: '', message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined && error.cause instanceof Error) return evidenceOf(error.cause);
  return { at: 'transport', errorCode: code ?? error.name, message: error.message };
}
