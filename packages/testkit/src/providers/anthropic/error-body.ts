import type { JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';

const types: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: ['invalid_request_error', 'Invalid request'],
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your API key does not have permission to use the specified resource.'],
  413: ['request_too_large', 'Request exceeds the maximum size'],
  429: ['rate_limit_error', "This request would exceed your account's rate limit. Please try again later."],
  500: ['api_error', 'Internal server error'],
  504: ['timeout_error', 'Request timed out'],
  529: ['overloaded_error', 'Overloaded'],
};

/** Anthropic's error document. @see https://docs.claude.com/en/api/errors */
export const errorBody = (type: string, message: string): JsonObject => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_simulated',
});

/** What Anthropic usually sends with a status. */
export function usualFailure(status: number, model: string): JsonObject {
  if (status === 404) return errorBody('not_found_error', `model: ${model}`);
  const [type, message] = types[status] ?? ['api_error', 'Internal server error'];
  return errorBody(type, message);
}

export const badRequest = (message: string): Refusal => ({
  status: 400,
  body: errorBody('invalid_request_error', message),
});
