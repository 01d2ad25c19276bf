import type { ProviderName } from '@palimpsest/domain';

/** What must have been seen for a streamed answer to be whole. `[DONE]` is neither needed nor enough. */
export const endMarks: Readonly<Record<ProviderName, RegExp>> = {
  openai: /"finish_reason":"/,
  openrouter: /"finish_reason":"/,
  openai_compatible: /"finish_reason":"/,
  anthropic: /"stop_reason":"/,
  /** A blocked prompt has no candidate that could finish. */
  gemini: /"finishReason":|"blockReason":/,
};
