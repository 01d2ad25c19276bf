import type { Dialect } from '../dialect.ts';
import { type Accent, chunkFrames, plainBody } from '../openai/answer-body.ts';
import { bearer } from '../openai/bearer.ts';
import { embeddingsBody, refuseEmbeddings } from '../openai/embeddings.ts';
import { errorBody, usualFailure } from '../openai/error-body.ts';
import { modelList, operationAt } from '../openai/operation.ts';
import { refuseFields } from '../openai/refuse-fields.ts';
import { refuseMessages } from '../openai/refuse-messages.ts';

const accent: Accent = {
  idPrefix: 'cmpl-',
  fields: {},
  reasoning: 'reasoning_content',
  reasoningFields: () => ({}),
  usageFields: {},
  usageOnRequest: false,
};

/**
 * A server of OpenAI's dialect as others write it: usage in the finish chunk, and no knowledge of the newer name of the
 * answer's limit (Mistral's API answers 422 to it).
 */
export const openAiCompatibleDialect: Dialect = {
  provider: 'openai_compatible',
  basePath: '/v1',
  secretOf: (headers) => bearer(headers) ?? { status: 401, body: errorBody('Unauthorized') },
  unknownSecret: () => ({ status: 401, body: errorBody('Unauthorized', { code: 'invalid_api_key' }) }),
  modelsOpen: false,
  operation: (method, url, body) => operationAt('/v1', method, url, body),
  refuse(body) {
    if (body.max_completion_tokens !== undefined)
      return extraInput('max_completion_tokens', body.max_completion_tokens);
    return refuseMessages(body.messages) ?? refuseFields(body.messages, ['reasoning_content']);
  },
  failure: (status, call) => usualFailure(status, call.model),
  plain: (answer, call) => plainBody(answer, call, accent),
  stream: (answer, call) => chunkFrames(answer, call, accent),
  // Servers like Ollama's know no base64.
  refuseEmbeddings: (body) =>
    body.encoding_format === 'base64' ? extraInput('encoding_format', 'base64') : refuseEmbeddings(body),
  embeddings: embeddingsBody,
  keepAlive: ': ping\n\n',
  streamType: 'text/event-stream',
  models: (names) => modelList(names, 'local'),
  defaultModels: ['llama3.1'],
};

const extraInput = (name: string, input: unknown) => ({
  status: 422,
  body: {
    detail: [
      { type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: String(input) },
    ],
  },
});
