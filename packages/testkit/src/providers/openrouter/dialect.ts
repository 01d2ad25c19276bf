import type { JsonObject } from '@palimpsest/domain';
import type { Dialect } from '../dialect.ts';
import { type Accent, chunkFrames, plainBody } from '../openai/answer-body.ts';
import { bearer } from '../openai/bearer.ts';
import { embeddingsBody, refuseEmbeddings } from '../openai/embeddings.ts';
import { operationAt } from '../openai/operation.ts';
import { refuseFields } from '../openai/refuse-fields.ts';
import { refuseMessages } from '../openai/refuse-messages.ts';
import { signatureOf } from '../signature.ts';

/** @see https://openrouter.ai/docs/use-cases/reasoning-tokens */
const detailOf = (text: string): JsonObject => ({
  type: 'reasoning.text',
  text,
  signature: signatureOf('openrouter', text),
  format: 'anthropic-claude-v1',
  index: 0,
});

const accent: Accent = {
  idPrefix: 'gen-',
  fields: { provider: 'Simulated' },
  reasoning: 'reasoning',
  reasoningFields: (reasoning) => ({ reasoning_details: [detailOf(reasoning)] }),
  usageFields: { cost: 0.0001, is_byok: false },
  usageOnRequest: false,
};

const usualMessages: Readonly<Record<number, string>> = {
  401: 'User not found.',
  402: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits',
  403: 'Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys',
  404: 'No endpoints found',
  429: 'Rate limit exceeded: free-models-per-min. ',
  502: 'Provider returned error',
  503: 'There is no available model provider that meets your routing requirements',
};

/** OpenRouter repeats the status as the code. @see https://openrouter.ai/docs/api-reference/errors */
const error = (code: number, message: string, metadata?: JsonObject): JsonObject => ({
  error: { message, code, ...(metadata === undefined ? {} : { metadata }) },
});

const credit = { data: { label: 'simulated', limit: null, limit_remaining: null, usage: 0, is_free_tier: false } };

/** OpenRouter's chat completions, its list of models (open to everybody) and what it says of a key. */
export const openRouterDialect: Dialect = {
  provider: 'openrouter',
  basePath: '/api/v1',
  secretOf: (headers) => bearer(headers) ?? { status: 401, body: error(401, 'No auth credentials found') },
  unknownSecret: () => ({ status: 401, body: error(401, 'User not found.') }),
  modelsOpen: true,
  operation: (method, url, body) =>
    method === 'GET' && url.pathname === '/api/v1/key'
      ? { kind: 'document', body: credit }
      : operationAt('/api/v1', method, url, body),
  refuse(body, { model }) {
    if (!model.includes('/')) return { status: 400, body: error(400, `${model} is not a valid model ID`) };
    const refusal = refuseMessages(body.messages) ?? refuseFields(body.messages, ['reasoning', 'reasoning_content']);
    if (refusal === undefined) return undefined;
    return { status: 400, body: error(400, 'Provider returned error', { raw: JSON.stringify(refusal.body) }) };
  },
  failure: (status) => error(status, usualMessages[status] ?? 'Internal Server Error'),
  plain: (answer, call) => plainBody(answer, call, accent),
  stream: (answer, call) => chunkFrames(answer, call, accent),
  refuseEmbeddings,
  embeddings: embeddingsBody,
  keepAlive: ': OPENROUTER PROCESSING\n\n',
  streamType: 'text/event-stream',
  models: (names) => ({ data: names.map((id) => ({ id, name: id, context_length: 128_000 })) }),
  defaultModels: ['openai/gpt-4o', 'anthropic/claude-sonnet-4.5'],
};
