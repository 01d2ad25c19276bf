import type { AnswerEvent, JsonObject } from '@palimpsest/domain';

/** How the answer to one call is written in the language of its client. */
export type AnswerForm = {
  /** The whole answer as one document. */
  document(events: readonly AnswerEvent[]): JsonObject;
  /** The next events of a streamed answer as text; `undefined` where no stream was asked for. */
  readonly stream: ((events: readonly AnswerEvent[]) => string) | undefined;
};
