import type { Json } from '@palimpsest/domain';
import { errorBody } from '../../providers/gemini/error-body.ts';
import { fail, type Step } from '../../providers/step.ts';

const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`;

/** An error in Google's envelope; `status` where the word differs from the usual one of the number. */
export function geminiFault(code: number, message: string, details: readonly Json[] = [], status?: string): Step {
  const { error } = errorBody(code, message, details);
  return fail(code, { body: { error: { ...(error as object), ...(status === undefined ? {} : { status }) } } });
}

/** Which rule refused. */
export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>> = {}): Json => ({
  '@type': type('ErrorInfo'),
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com', ...metadata },
});

export const help: Json = {
  '@type': type('Help'),
  links: [
    { description: 'Learn more about Gemini API quotas', url: 'https://ai.google.dev/gemini-api/docs/rate-limits' },
  ],
};

export const retryIn = (delay: string): Json => ({ '@type': type('RetryInfo'), retryDelay: delay });

/** The quotas that would have been exceeded: their ids, and their values where they are told. */
export const violated = (...quotas: readonly (readonly [quotaId: string, quotaValue?: string])[]): Json => ({
  '@type': type('QuotaFailure'),
  violations: quotas.map(([quotaId, quotaValue]) => ({
    quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
    quotaId,
    quotaDimensions: { location: 'global', model: 'gemini-2.5-flash' },
    ...(quotaValue === undefined ? {} : { quotaValue }),
  })),
});

/** The sentence that heads every 429, whatever its reason. */
export const boilerplate =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';

export const perMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
export const perDay = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';
export const tokensPerMinute = 'GenerateContentInputTokensPerModelPerMinute-FreeTier';
