import type { FailureKind, FailureScope, ProviderName } from '@palimpsest/domain';

/** Bytes of a 2xx answer in which an attempt fails, and what it is. */
export type InStreamError = {
  readonly provider: ProviderName;
  readonly promise: string;
  readonly body: string;
  readonly kind: FailureKind;
  readonly scope: FailureScope;
};

const chunk = (delta: string, finish = 'null'): string =>
  `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]}\n\n`;

const blockDelta =
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}\n\n';

const overloaded = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';

export const inStreamErrors: readonly InStreamError[] = [
  {
    provider: 'openai',
    promise: 'an error as the first event',
    body: 'data: {"error":{"message":"The server had an error","type":"server_error","param":null,"code":null}}\n\n',
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'openai',
    promise: 'an error event with the end mark after it',
    body: `${chunk('{"content":"Hel"}')}event: error\ndata: {"error":{"message":"limit","type":"tokens","code":"429"}}\n\n${chunk('{}', '"stop"')}data: [DONE]\n\n`,
    kind: 'rate-limited',
    scope: 'key',
  },
  {
    provider: 'openai',
    promise: 'nothing but the terminator',
    body: 'data: [DONE]\n\n',
    kind: 'disconnected',
    scope: 'request',
  },
  {
    provider: 'openai',
    promise: 'an answer that stops with nothing in it',
    body: `${chunk('{"role":"assistant","content":""}')}${chunk('{}', '"stop"')}data: [DONE]\n\n`,
    kind: 'malformed-answer',
    scope: 'request',
  },
  {
    provider: 'openai',
    promise: 'an event that is no JSON',
    body: `${chunk('{"content":"Hel"}')}data: {"id":"c1","choices":[{"ind\n\n`,
    kind: 'malformed-answer',
    scope: 'request',
  },
  {
    provider: 'openai',
    promise: 'a login page',
    body: '<!doctype html><html><head><title>Login</title></head></html>',
    kind: 'malformed-answer',
    scope: 'provider',
  },
  {
    provider: 'openrouter',
    promise: 'an error body where an answer was due',
    body: '{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"error code: 1015","provider_name":"X"}}}',
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'openrouter',
    promise: 'a choice that ends with `error`',
    body: `: OPENROUTER PROCESSING\n\n${chunk('{"content":"Hel"}')}${chunk('{"content":""}', '"error"')}data: [DONE]\n\n`,
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'openrouter',
    promise: 'an error beside the choices of a chunk',
    body: `${chunk('{"content":"Hel"}')}data: {"id":"gen-1","error":{"code":502,"message":"Upstream error from Z","metadata":{"error_type":"provider_unavailable"}},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n`,
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'openai_compatible',
    promise: 'a call that the server could not read',
    body: 'event: error\ndata: {"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed","status_code":400}}\n\n',
    kind: 'flaky-generation',
    scope: 'request',
  },
  {
    provider: 'openai_compatible',
    promise: 'a JSON line in the place of an event',
    body: `${chunk('{"content":"Hel"}')}{"error":"an error was encountered while running the model: unexpected EOF"}\n`,
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'openai_compatible',
    promise: "an error in Groq's own object, beside a choice that ends well",
    body: `${chunk('{"content":"Hel"}')}data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"error":"over capacity"}}\n\n`,
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'openai_compatible',
    promise: "a relay's own refusal",
    body: '{"success":false,"message":"no channel for this model"}',
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'openai_compatible',
    promise: "a relay's refusal that looks like an answer",
    body: `{"success":false,"message":"quota","choices":[{"index":0,"message":{"content":"no channel"},"finish_reason":"stop"}]}`,
    kind: 'server-error',
    scope: 'provider',
  },
  {
    provider: 'anthropic',
    promise: 'an error as the first event',
    body: `event: error\ndata: ${overloaded}\n\n`,
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'anthropic',
    promise: 'an error in the middle',
    body: `${blockDelta}event: error\ndata: ${overloaded}\n\n`,
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'gemini',
    promise: 'an error event',
    body: 'data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\r\n\r\n',
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'gemini',
    promise: 'an error over many lines without its framing',
    body: 'data: {"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}]}\r\n\r\n{\n  "error": {\n    "code": 503,\n    "message": "The model is overloaded.",\n    "status": "UNAVAILABLE"\n  }\n}\n',
    kind: 'overloaded',
    scope: 'provider-model',
  },
  {
    provider: 'gemini',
    promise: 'a function call that the model wrote wrongly',
    body: 'data: {"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}],"usageMetadata":{"promptTokenCount":9,"totalTokenCount":9}}\r\n\r\n',
    kind: 'flaky-generation',
    scope: 'request',
  },
  {
    provider: 'gemini',
    promise: 'an answer that stops with nothing in it',
    body: 'data: {"candidates":[{"content":{"role":"model"},"finishReason":"STOP","index":0}]}\r\n\r\n',
    kind: 'malformed-answer',
    scope: 'request',
  },
];
