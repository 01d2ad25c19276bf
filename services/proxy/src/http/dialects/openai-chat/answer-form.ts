import { type AnswerEvent, foldAnswer, type RequestId } from '@palimpsest/domain';
import type { DocumentForm, StreamForm } from '../../answer-form.ts';
import { type AnswerFrame, answerFrame } from './answer-frame.ts';
import { encodeAnswer } from './encode-answer.ts';
import { createStreamEncoder } from './encode-stream.ts';

export type ChatFormOptions = {
  readonly requestId: RequestId;
  /** The name that the client asked for: what `model` says in the answer. */
  readonly model: string;
  readonly includeUsage: boolean;
  /** Calls go out in OpenAI's form of before tools. */
  readonly oldForm: boolean;
};

/** One `chat.completion`. */
export const chatDocument = (options: ChatFormOptions): DocumentForm => ({
  isStream: false,
  document: (events) => encodeAnswer(frameOf(options, events), foldAnswer(events), options),
});

/** Its chunks, where the client asked for a stream. */
export class ChatStream implements StreamForm {
  readonly isStream = true;
  readonly #options: ChatFormOptions;
  /** Made with the first events, which tell the answer's id. */
  #encode: ReturnType<typeof createStreamEncoder> | undefined;

  constructor(options: ChatFormOptions) {
    this.#options = options;
  }

  next(events: readonly AnswerEvent[]): string {
    this.#encode ??= createStreamEncoder(frameOf(this.#options, events), this.#options);
    return events.map(this.#encode).join('');
  }
}

function frameOf({ requestId, model }: ChatFormOptions, events: readonly AnswerEvent[]): AnswerFrame {
  const start = events.find((event) => event.type === 'answer-start');
  return answerFrame({ requestId, model, upstreamId: start?.id, created: start?.created });
}
