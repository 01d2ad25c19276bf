import { type AnswerEvent, foldAnswer, type RequestId } from '@palimpsest/domain';
import type { AnswerForm } from '../../answer-form.ts';
import { type AnswerFrame, answerFrame } from './answer-frame.ts';
import { encodeAnswer } from './encode-answer.ts';
import { createStreamEncoder } from './encode-stream.ts';

export type ChatFormOptions = {
  readonly requestId: RequestId;
  /** The name that the client asked for: what `model` says in the answer. */
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** Calls go out in OpenAI's form of before tools. */
  readonly oldForm: boolean;
};

/** `chat.completion`, or its chunks where the client asked for a stream. */
export function chatForm(options: ChatFormOptions): AnswerForm {
  let encode: ReturnType<typeof createStreamEncoder> | undefined;
  return {
    document: (events) => encodeAnswer(frameOf(options, events), foldAnswer(events), options),
    stream: options.stream
      ? (events) => {
          encode ??= createStreamEncoder(frameOf(options, events), options);
          return events.map(encode).join('');
        }
      : undefined,
  };
}

function frameOf({ requestId, model }: ChatFormOptions, events: readonly AnswerEvent[]): AnswerFrame {
  const start = events.find((event) => event.type === 'answer-start');
  return answerFrame({ requestId, model, upstreamId: start?.id, created: start?.created });
}
