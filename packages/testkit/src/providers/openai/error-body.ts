import type { JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';

/** OpenAI's error object: all four members always there. */
export const errorBody = (
  message: string,
  { type = 'invalid_request_error', param = null as string | null, code = null as string | null } = {},
): JsonObject => ({ error: { message, type, param, code } });

export const badRequest = (message: string, param: string | null = null, code: string | null = null): Refusal => ({
  status: 400,
  body: errorBody(message, { param, code }),
});

/** What OpenAI usually sends with a status. @see https://platform.openai.com/docs/guides/error-codes */
export function usualFailure(status: number, model: string): JsonObject {
  switch (status) {
    case 401:
      return errorBody(
        'Incorrect API key provided: sk-ab***wxyz. You can find your API key at https://platform.openai.com/account/api-keys.',
        { code: 'invalid_api_key' },
      );
    case 404:
      return errorBody(`The model \`${model}\` does not exist or you do not have access to it.`, {
        code: 'model_not_found',
      });
    // A limit that refills several times a second, so that it never holds a key longer than the header says.
    case 429:
      return errorBody(
        `Rate limit reached for ${model} in organization org-simulated on requests per min (RPM): Limit 500, Used 500, Requested 1. Visit https://platform.openai.com/account/rate-limits to learn more.`,
        { type: 'requests', code: 'rate_limit_exceeded' },
      );
    case 503:
      return errorBody('The engine is currently overloaded, please try again later', { type: 'server_error' });
    default:
      return status >= 500
        ? errorBody('The server had an error while processing your request. Sorry about that!', {
            type: 'server_error',
          })
        : errorBody('Invalid request');
  }
}

/** An account without credit: the same status as a rate limit, and quite another matter. */
export const insufficientQuota: JsonObject = errorBody(
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
  { type: 'insufficient_quota', code: 'insufficient_quota' },
);
