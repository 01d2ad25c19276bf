/**
 * What OpenAI's models want in other words than the rest. Data, not code: a change here is a new version.
 * https://platform.openai.com/docs/api-reference/chat/create (`max_tokens`: not compatible with o-series models).
 */
export const modelData = {
  version: '2026-11-29',
  /** Names that refuse `max_tokens` and want `max_completion_tokens`. */
  wantMaxCompletionTokens: ['o1', 'o1-*', 'o3', 'o3-*', 'o4-*', 'gpt-5*', 'gpt-6*'],
} as const;
