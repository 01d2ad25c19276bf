import type { FinishReason, JsonObject, RequestId, Usage } from '@palimpsest/domain';

/** What all parts of one answer share. */
export type AnswerFrame = { head(object: 'chat.completion' | 'chat.completion.chunk'): JsonObject };

/** OpenAI's own form; anything else a provider calls an id is replaced. */
const openaiId = /^chatcmpl-[A-Za-z0-9_-]{1,200}$/;

/** The upstream's id where it has OpenAI's form, else one made of the request id's ULID. */
export const answerId = (requestId: RequestId, upstreamId: string | undefined): string =>
  upstreamId !== undefined && openaiId.test(upstreamId) ? upstreamId : `chatcmpl-${requestId.slice('req_'.length)}`;

/** When the answer was made, Unix s: by the upstream's word, else now. */
export const answerTime = (created: number | undefined): number => created ?? Math.floor(Date.now() / 1000);

/** `model` is the name that the client asked for. */
export function answerFrame(answer: {
  readonly requestId: RequestId;
  readonly model: string;
  readonly upstreamId: string | undefined;
  readonly created: number | undefined;
}): AnswerFrame {
  const id = answerId(answer.requestId, answer.upstreamId);
  const created = answerTime(answer.created);
  return { head: (object) => ({ id, object, created, model: answer.model }) };
}

/** The finish reason as the client knows it: before tools a call was a `function_call`. */
export const finishWord = (reason: FinishReason, oldForm: boolean): string =>
  oldForm && reason === 'tool_calls' ? 'function_call' : reason;

/** Usage in OpenAI's shape; details only where they say something. */
export function encodeUsage(usage: Usage): JsonObject {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.totalTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedTokens,
      ...(usage.cacheWriteTokens > 0 ? { cache_write_tokens: usage.cacheWriteTokens } : {}),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}
