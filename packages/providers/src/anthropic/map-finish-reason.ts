import type { FinishReason } from '@palimpsest/domain';

/**
 * `stop_reason` in OpenAI's words. Calls that were seen count more than the word: compatible servers end with `end_turn` after a call,
 * or with `tool_use` without one. Reasons that we do not know end an answer normally.
 */
export function mapFinishReason(stopReason: string | undefined, hasToolCalls: boolean): FinishReason {
  switch (stopReason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'content_filter';
    default:
      return hasToolCalls ? 'tool_calls' : 'stop';
  }
}
