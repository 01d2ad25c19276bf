import type { ChatEvent } from './chat-event.ts';

/** The vector of the input at `index`. A text is base64 of 32-bit floats in little-endian order, as OpenAI writes them. */
export type EmbeddingEvent = {
  readonly type: 'embedding';
  readonly index: number;
  readonly vector: readonly number[] | string;
};

/** What a model call of any kind is answered with. An embeddings answer has `embedding` events in place of choices. */
export type AnswerEvent = ChatEvent | EmbeddingEvent;

/** Whether this event is the kind of content for which a client waits. Comments, pings, roles and usage are not. */
export function isContent(event: AnswerEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return event.text !== '';
    case 'tool-call-start':
    case 'tool-call-delta':
    case 'embedding':
      return true;
    case 'answer-start':
    case 'choice-fields':
    case 'choice-end':
    case 'usage-report':
    case 'answer-end':
      return false;
  }
}
