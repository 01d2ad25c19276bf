import type { AnswerDialect } from './answer-decoding.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Decoded, FailureEvidence, StreamDecoder } from './provider.ts';
import { Utf8Text } from './utf8-text.ts';

/** Reads one streamed body from its bytes: what reads its text, and why it ended before its time. */
export class StreamedAnswer implements StreamDecoder {
  readonly #dialect: AnswerDialect;
  readonly #reader: AnswerReader;
  readonly #text = new Utf8Text();

  constructor(dialect: AnswerDialect) {
    this.#dialect = dialect;
    this.#reader = new AnswerReader(dialect);
  }

  get isOver(): boolean {
    return this.#reader.isOver;
  }

  take(bytes: Buffer): readonly Decoded[] {
    return this.#reader.push(this.#text.take(bytes));
  }

  end(error?: Error): readonly Decoded[] {
    if (this.isOver) return [];
    const rest = this.#reader.push(this.#text.end());
    const broken = error && this.#dialect.classify(evidenceOf(error));
    return [...rest, ...this.#reader.end(broken)];
  }
}

/** Why reading a body failed: the outermost error code that Node, undici or the gateway gave it. */
function evidenceOf(error: Error): FailureEvidence {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined && error.cause instanceof Error) return evidenceOf(error.cause);
  return { at: 'transport', errorCode: code ?? error.name, message: error.message };
}
