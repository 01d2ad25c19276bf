import type { Json, JsonObject } from './json.ts';

/**
 * The canonical chat request is OpenAI's own shape, validated: the client speaks it, so nothing is lost on the way in,
 * and towards a provider of the same dialect it goes out as it came. See docs/decisions (one canonical model).
 * Unknown fields stay where they were.
 */
export type ChatBody = JsonObject & {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly stream_options?: JsonObject & { readonly include_usage?: boolean };
  readonly temperature?: number | null;
  readonly top_p?: number | null;
  readonly n?: number | null;
  readonly seed?: number | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly frequency_penalty?: number | null;
  readonly presence_penalty?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly tools?: readonly Tool[];
  readonly tool_choice?: ToolChoice;
  readonly parallel_tool_calls?: boolean;
  readonly response_format?: JsonObject & { readonly type: 'text' | 'json_object' | 'json_schema' };
  readonly reasoning_effort?: string | null;
};

export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';

export type ChatMessage = JsonObject & {
  readonly role: ChatRole;
  readonly content?: string | null | readonly ContentPart[];
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[] | null;
  readonly tool_call_id?: string;
};

export type ContentPart = JsonObject & { readonly type: string; readonly text?: string };

export type ToolCall = JsonObject & {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is a JSON text, as the model wrote it. */
  readonly function: { readonly name: string; readonly arguments: string };
};

export type Tool = JsonObject & {
  readonly type: 'function';
  readonly function: JsonObject & {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: JsonObject;
    readonly strict?: boolean | null;
  };
};

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | (JsonObject & { readonly type: string; readonly function?: { readonly name: string } });

/** The client's limit on the answer, in tokens. The newer name wins. */
export const answerLimit = (body: ChatBody): number | undefined =>
  body.max_completion_tokens ?? body.max_tokens ?? undefined;

/** The text of a message: strings as they are, text parts joined by blank lines, everything else left out. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly JsonObject[])
    .map((part) => part.text)
    .filter((text): text is string => typeof text === 'string')
    .join('\n\n');
}
