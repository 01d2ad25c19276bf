import { fail } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { doubts, refusedHere, refuses, shutsModel, suspends } from '../follows.ts';
import { anthropicFault } from './envelope.ts';

const rejected = (what: string, message: string, param: string | null, code: string | null = null): Row => [
  what,
  anthropicFault(400, 'invalid_request_error', message),
  refuses(400, code, param),
];

/** Keys and requests that are refused. Sources: platform.claude.com, "Errors"; anthropics/claude-code#8210, #59812, #66314. */
const rows: readonly Row[] = [
  ['a wrong key', anthropicFault(401, 'authentication_error', 'invalid x-api-key'), suspends()],
  [
    'a token that is over',
    anthropicFault(401, 'authentication_error', 'OAuth token has expired. Please obtain a new token.'),
    suspends(),
  ],
  ['a token that is none', anthropicFault(401, 'authentication_error', 'Invalid bearer token'), suspends()],
  ['a 401 that says nothing more', fail(401, { body: { type: 'error' } }), doubts()],
  [
    'a key without this model',
    anthropicFault(403, 'permission_error', 'Your API key does not have permission to use the specified resource.'),
    shutsModel('key-model'),
  ],
  ['a revoked key, as a 403', anthropicFault(403, 'permission_error', 'This API key has been revoked.'), suspends()],
  [
    'an organization without this way in',
    anthropicFault(403, 'permission_error', 'OAuth authentication is currently not allowed for this organization.'),
    suspends('account'),
  ],
  [
    'a model whose name reads like an empty account',
    anthropicFault(404, 'not_found_error', 'model: claude-credit balance is too low'),
    shutsModel(),
  ],
  ['a model that does not exist', anthropicFault(404, 'not_found_error', 'model: claude-none'), shutsModel()],
  [
    'an address that is not served',
    fail(403, { body: { error: { type: 'forbidden', message: 'Request not allowed' } } }),
    refusedHere('egress'),
  ],
  [
    'a disabled organization, as a 400',
    anthropicFault(400, 'invalid_request_error', 'This organization has been disabled.'),
    suspends('account'),
  ],
  ['a path that does not exist', anthropicFault(404, 'not_found_error', 'Not Found'), refusedHere('provider')],
  rejected(
    'a prompt that is too long',
    'prompt is too long: 207791 tokens > 200000 maximum',
    'messages',
    'context_length_exceeded',
  ),
  rejected(
    'an answer longer than the model gives',
    'max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022',
    'max_tokens',
    'invalid_value',
  ),
  rejected(
    'a call without its result',
    'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01XXXX.',
    'messages',
  ),
  rejected(
    'thoughts that were changed',
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    'messages',
  ),
  rejected(
    'a budget that is too small',
    'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    'thinking',
  ),
  [
    'a conflict',
    anthropicFault(409, 'conflict_error', 'The request conflicts with the current state of a resource.'),
    refuses(409, null),
  ],
  [
    'a request that is too large',
    anthropicFault(413, 'request_too_large', 'Request exceeds the maximum size'),
    refuses(413, 'request_too_large'),
  ],
];

export const anthropicAccess = faultsOf('Anthropic', 'anthropic', rows);
