import type { Dialect } from '../dialect.ts';
import { type Accent, chunkFrames, plainBody } from './answer-body.ts';
import { bearer } from './bearer.ts';
import { embeddingsBody, refuseEmbeddings } from './embeddings.ts';
import { errorBody, usualFailure } from './error-body.ts';
import { modelList, operationAt } from './operation.ts';
import { refuseRequest } from './refuse-request.ts';

const accent: Accent = {
  idPrefix: 'chatcmpl-',
  fields: { service_tier: 'default', system_fingerprint: 'fp_simulated' },
  reasoning: 'reasoning_content',
  reasoningFields: () => ({}),
  usageFields: {},
  usageOnRequest: true,
};

const noKey =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).";

/** OpenAI's chat completions. */
export const openAiDialect: Dialect = {
  provider: 'openai',
  basePath: '/v1',
  secretOf: (headers) => bearer(headers) ?? { status: 401, body: errorBody(noKey) },
  unknownSecret: () => ({ status: 401, body: usualFailure(401, '') }),
  modelsOpen: false,
  operation: (method, url, body) => operationAt('/v1', method, url, body),
  refuse: refuseRequest,
  failure: (status, call) => usualFailure(status, call.model),
  plain: (answer, call) => plainBody(answer, call, accent),
  stream: (answer, call) => chunkFrames(answer, call, accent),
  refuseEmbeddings,
  embeddings: embeddingsBody,
  keepAlive: ': keep-alive\n\n',
  streamType: 'text/event-stream; charset=utf-8',
  models: (names) => modelList(names, 'system'),
  defaultModels: ['gpt-4o', 'gpt-4o-mini', 'text-embedding-3-small'],
};
