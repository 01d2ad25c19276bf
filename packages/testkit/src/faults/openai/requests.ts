import { faultsOf, type Row } from '../fault.ts';
import { refuses } from '../follows.ts';
import { openAiFault } from './envelope.ts';

const rejected = (
  what: string,
  message: string,
  param: string | null,
  code: string | null = null,
  seen: string | null = code,
): Row => [what, openAiFault(400, message, { param, code }), refuses(400, seen, param)];

/** What the request itself has wrong. Source: platform.openai.com, "Error codes", and the API reference. */
const rows: readonly Row[] = [
  rejected('a tier that the project does not have', 'Invalid service_tier argument', 'service_tier'),
  rejected(
    'a parameter that the model does not take',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    'unsupported_parameter',
  ),
  rejected(
    'a value that the model does not take',
    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    'temperature',
    'unsupported_value',
  ),
  rejected(
    'tools beside an effort',
    'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    'reasoning_effort',
  ),
  rejected(
    'a call without its result',
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    'messages',
  ),
  rejected(
    'an id that is too long',
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 46 instead.",
    'messages[2].tool_calls[0].id',
    'string_above_max_length',
  ),
  rejected(
    'JSON that nobody was told of',
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    'messages',
  ),
  rejected(
    'a schema that is not strict',
    "Invalid schema for response_format 'person': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    'response_format',
  ),
  rejected(
    'a prompt against the policy',
    'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
    null,
    'invalid_prompt',
    'content_policy_violation',
  ),
  rejected(
    'a prompt that the safety system stops',
    'Your request was rejected as a result of our safety system.',
    null,
    'content_policy_violation',
  ),
  rejected(
    'a prompt that is too long',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    'messages',
    'context_length_exceeded',
  ),
  rejected(
    'a field whose name reads like an accusation of the key',
    'Unrecognized request argument supplied: incorrect api key provided',
    null,
  ),
  rejected(
    'a value that reads like an empty account',
    "Invalid value: 'insufficient credits'. Supported values are: 'low', 'medium', and 'high'.",
    'reasoning_effort',
    'invalid_value',
  ),
];

export const openAiRequests = faultsOf('OpenAI', 'openai', rows);
