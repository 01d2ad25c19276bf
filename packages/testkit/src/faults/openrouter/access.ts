import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody, doubts, lacksModel, refuses, shutsModel, suspends } from '../follows.ts';
import { openRouterFault } from './envelope.ts';

const innerFault = {
  error: {
    message: "Invalid schema for response_format 'default': In context=(), 'additionalProperties' is required.",
    type: 'invalid_request_error',
    param: 'response_format',
    code: null,
  },
};

/** Keys, models and requests that are refused. Source: openrouter.ai, "Errors"; RooCodeInc/Roo-Code#515, #3883; anomalyco/opencode#14252. */
const rows: readonly Row[] = [
  ['no key', openRouterFault(401, 'No auth credentials found'), suspends()],
  ['no key, in other words', openRouterFault(401, 'No cookie auth credentials found'), suspends()],
  [
    'a disabled key',
    openRouterFault(401, 'API key disabled or expired', { metadata: { error_type: 'authentication' } }),
    suspends(),
  ],
  ['a user that is not found, as in an outage of its accounts', openRouterFault(401, 'User not found.'), doubts()],
  [
    'a prompt that its moderation stops',
    openRouterFault(403, 'Your chosen model requires moderation and your input was flagged', {
      metadata: { reasons: ['violence'], flagged_input: 'first words', provider_name: 'OpenAI' },
    }),
    refuses(400, 'content_policy_violation'),
  ],
  [
    'a prompt that a guardrail stops',
    openRouterFault(403, 'Request blocked: prompt injection patterns detected', { metadata: { patterns: ['x'] } }),
    refuses(403, 'content_policy_violation', null, 'permission_error'),
  ],
  [
    'a model that this region does not have',
    openRouterFault(403, 'This model is not available in your region', {
      metadata: { error_type: 'permission_denied' },
    }),
    lacksModel,
  ],
  ...[401, 402, 403].map(
    (status): Row => [
      `a key of its own that its provider refused with a ${status}`,
      openRouterFault(status, 'Provider returned error', {
        metadata: {
          raw: JSON.stringify({ error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }),
          provider_name: 'OpenAI',
        },
      }),
      blamesNobody('provider-model'),
    ],
  ),
  [
    'a model whose name reads like a spent key',
    openRouterFault(400, 'x/key limit exceeded is not a valid model ID'),
    refuses(404, 'model_not_found', 'model'),
  ],
  [
    'a model that does not exist',
    openRouterFault(400, 'foo/bar is not a valid model ID'),
    refuses(404, 'model_not_found', 'model'),
  ],
  [
    'a prompt that is too long',
    openRouterFault(
      400,
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 170012 tokens.",
      { metadata: { error_type: 'context_length_exceeded' } },
    ),
    refuses(400, 'context_length_exceeded', 'messages'),
  ],
  [
    'a fault that whom it asked found',
    openRouterFault(400, 'Provider returned error', {
      metadata: { raw: JSON.stringify(innerFault, null, 2), provider_name: 'OpenAI' },
    }),
    refuses(400, null, 'response_format'),
  ],
  [
    'a model that has no tools anywhere',
    openRouterFault(404, 'No endpoints found that support tool use.'),
    refuses(404, 'model_not_found', 'tools'),
  ],
  [
    'a model that the account does not allow',
    openRouterFault(404, 'No endpoints found matching your data policy (Free model publication).'),
    shutsModel(),
  ],
  [
    'a model that is gone',
    openRouterFault(404, 'This model has been deprecated', {
      metadata: { error_type: 'not_found' },
      availability: { code: 'model_deprecated', retryable: false },
    }),
    { ...refuses(404, 'model_not_found', 'model'), scope: 'provider-model' },
  ],
  [
    'a request that is too large',
    openRouterFault(413, 'Request Entity Too Large', { metadata: { error_type: 'payload_too_large' } }),
    refuses(413, 'request_too_large'),
  ],
];

export const openRouterAccess = faultsOf('OpenRouter', 'openrouter', rows);
