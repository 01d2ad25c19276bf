import type { JsonObject } from './json.ts';
import type { Usage } from './usage.ts';

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/**
 * What a provider answers, in our words: the same sequence for a plain and a streamed answer. Noun first, then what happens.
 * `choice` is 0 unless the client asked for several. `fields` are the provider's unknown fields, kept for the client.
 * `answer-start` may come again when more is known of the whole answer; it carries everything so far, and the last one counts.
 */
export type ChatEvent =
  | {
      readonly type: 'answer-start';
      readonly id: string | undefined;
      readonly created: number | undefined;
      readonly fields?: JsonObject;
    }
  | { readonly type: 'text-delta'; readonly choice: number; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly choice: number; readonly text: string }
  | { readonly type: 'refusal-delta'; readonly choice: number; readonly text: string }
  /** `index` is dense from 0 in each choice, in order of arrival. */
  | {
      readonly type: 'tool-call-start';
      readonly choice: number;
      readonly index: number;
      readonly id: string;
      readonly name: string;
      /** Extension fields of the call, such as the signature that its issuer wants back. */
      readonly fields?: JsonObject;
    }
  | { readonly type: 'tool-call-delta'; readonly choice: number; readonly index: number; readonly arguments: string }
  /** Unknown fields of a choice (`fields`) or of its message or delta (`message`). */
  | {
      readonly type: 'choice-fields';
      readonly choice: number;
      readonly fields?: JsonObject;
      readonly message?: JsonObject;
    }
  | {
      readonly type: 'choice-end';
      readonly choice: number;
      readonly finishReason: FinishReason;
      readonly raw: string | undefined;
    }
  /** Cumulative: the last one counts. */
  | { readonly type: 'usage-report'; readonly usage: Usage }
  /** The provider's own end mark was seen. An answer without it is cut off, whatever else arrived. */
  | { readonly type: 'answer-end' };
