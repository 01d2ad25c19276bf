import type { Dialect } from '../dialect.ts';
import { messageBody, messageFrames } from './answer-body.ts';
import { badRequest, errorBody, usualFailure } from './error-body.ts';
import { refuseRequest } from './refuse-request.ts';

const VERSION = '2023-06-01';

/** Anthropic's messages. */
export const anthropicDialect: Dialect = {
  provider: 'anthropic',
  basePath: '',
  secretOf(headers) {
    if (headers.authorization !== undefined) {
      return { status: 401, body: errorBody('authentication_error', 'Invalid bearer token') };
    }
    const secret = headers['x-api-key'];
    if (typeof secret !== 'string') {
      return { status: 401, body: errorBody('authentication_error', 'x-api-key header is required') };
    }
    return headers['anthropic-version'] === VERSION ? secret : badRequest('anthropic-version: header is required');
  },
  unknownSecret: () => ({ status: 401, body: usualFailure(401, '') }),
  modelsOpen: false,
  operation(method, url, body) {
    if (method === 'GET' && url.pathname === '/v1/models') return { kind: 'models' };
    if (method === 'POST' && url.pathname === '/v1/messages') {
      const model = typeof body.model === 'string' ? body.model : undefined;
      return { kind: 'chat', model, stream: body.stream === true };
    }
    return { status: 404, body: errorBody('not_found_error', 'Not Found') };
  },
  refuse: refuseRequest,
  failure: (status, call) => usualFailure(status, call.model),
  plain: messageBody,
  stream: messageFrames,
  // There is no such address here.
  refuseEmbeddings: () => ({ status: 404, body: errorBody('not_found_error', 'Not Found') }),
  embeddings: () => null,
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  streamType: 'text/event-stream; charset=utf-8',
  models: (names) => ({
    data: names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-09-29T00:00:00Z' })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  defaultModels: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
};
