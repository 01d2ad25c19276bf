/** The parameters of OpenAI's chat completions beside `model` and `messages`. https://platform.openai.com/docs/api-reference/chat/create */
export const chatParameters = [
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'metadata',
  'modalities',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
] as const;
export type ChatParameter = (typeof chatParameters)[number];

/** The kinds of content that a message may hold. */
export const contentKinds = [
  'text',
  'image_url, data',
  'image_url, https',
  'input_audio',
  'file, data',
  'file, id',
  'refusal',
] as const;
export type ContentKind = (typeof contentKinds)[number];
