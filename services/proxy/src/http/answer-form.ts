import type { AnswerEvent, JsonObject } from '@palimpsest/domain';

/** How the answer to one call is written in the language of its client. */
export type AnswerForm = DocumentForm | StreamForm;

export type DocumentForm = {
  readonly isStream: false;
  /** The whole answer as one document. */
  document(events: readonly AnswerEvent[]): JsonObject;
};

export type StreamForm = {
  readonly isStream: true;
  /** The next events of a streamed answer as text. */
  next(events: readonly AnswerEvent[]): string;
};
