import type { FinishReason, JsonObject, RequestId, Usage } from '@palimpsest/domain';

/** What all parts of one answer share. */
export type AnswerFrame = { head(object: 'chat.completion' | 'chat.completion.chunk'): JsonObject };

/** OpenAI's own form; anything else a provider calls an id is replaced. */
const openaiId = /^chatcmpl-[A-Za-z0-9_-]{1,200}$/;

/**
 * `id` is the upstream's where it has OpenAI's form, else made of the request id's ULID; `model` is the name that the client asked for.
 */
export function answerFrame(answer: {
  readonly requestId: RequestId;
  readonly model: string;
  readonly upstreamId: string | undefined;
  readonly created: number | undefined;
}): AnswerFrame {
  const id =
    answer.upstreamId !== undefined && openaiId.test(answer.upstreamId)
      ? answer.upstreamId
      : `chatcmpl-${answer.requestId.slice('req_'.length)}`;
  const created = answer.created ?? Math.floor(Date.now() / 1000);
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
