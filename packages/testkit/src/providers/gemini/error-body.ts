import type { Json, JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** Google's error document. @see https://ai.google.dev/gemini-api/docs/troubleshooting */
export const errorBody = (code: number, message: string, details: readonly Json[] = []): JsonObject => ({
  error: { code, message, status: statuses[code] ?? 'INTERNAL', ...(details.length === 0 ? {} : { details }) },
});

export const badRequest = (message: string): Refusal => ({ status: 400, body: errorBody(400, message) });

/** What protobuf's JSON reader says to a member that it does not know. */
export function unknownName(name: string, at: string): Refusal {
  const where = at === '' ? '' : ` at '${at}'`;
  const description = `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
  const violation = { ...(at === '' ? {} : { field: at }), description };
  return {
    status: 400,
    body: errorBody(400, description, [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
    ]),
  };
}

export const invalidKey: JsonObject = errorBody(400, 'API key not valid. Please pass a valid API key.', [
  {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'API_KEY_INVALID',
    domain: 'googleapis.com',
    metadata: { service: 'generativelanguage.googleapis.com' },
  },
]);

/** A limit of one minute or one day of a project's free tier, with the delay that Google suggests. */
export function quotaFailure(per: 'Minute' | 'Day', retryDelaySeconds: number, limit = 5): JsonObject {
  const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
  const quotaId = `GenerateRequestsPer${per}PerProjectPerModel-FreeTier`;
  return errorBody(
    429,
    `You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: ${metric}, limit: ${limit}\nPlease retry in ${retryDelaySeconds}s.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaMetric: metric, quotaId, quotaValue: String(limit) }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryDelaySeconds}s` },
    ],
  );
}

/** What Gemini usually sends with a status. */
export function usualFailure(status: number, model: string): JsonObject {
  if (status === 404) {
    return errorBody(
      404,
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    );
  }
  if (status === 429) return quotaFailure('Minute', 40);
  if (status === 503) return errorBody(503, 'The model is overloaded. Please try again later.');
  return errorBody(status, status >= 500 ? 'An internal error has occurred.' : 'Request contains an invalid argument.');
}
