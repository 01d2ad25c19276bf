import type { Dialect } from '../dialect.ts';
import { eventFrames, responseBody } from './answer-body.ts';
import { embeddingsBody, refuseEmbeddings } from './embeddings.ts';
import { badRequest, errorBody, invalidKey, usualFailure } from './error-body.ts';
import { refuseRequest } from './refuse-request.ts';
import { refuseSignatures } from './refuse-signatures.ts';

const noKey =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";

/** Gemini's `generateContent` and, with `alt=sse`, `streamGenerateContent`. */
export const geminiDialect: Dialect = {
  provider: 'gemini',
  basePath: '',
  secretOf(headers) {
    const secret = headers['x-goog-api-key'];
    return typeof secret === 'string' ? secret : { status: 403, body: errorBody(403, noKey) };
  },
  unknownSecret: () => ({ status: 400, body: invalidKey }),
  modelsOpen: false,
  operation(method, url) {
    if (method === 'GET' && url.pathname === '/v1beta/models') return { kind: 'models' };
    const embedded = /^\/v1beta\/models\/([^/:]+):batchEmbedContents$/.exec(url.pathname);
    if (method === 'POST' && embedded !== null)
      return { kind: 'embeddings', model: decodeURIComponent(embedded[1] ?? ''), stream: false };
    const called = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(url.pathname);
    if (method !== 'POST' || called === null) return { status: 404, body: errorBody(404, 'Not Found') };
    const stream = called[2] === 'streamGenerateContent';
    // The other form of a stream is one JSON array in pieces; nobody who means to read events asks for it.
    if (stream && url.searchParams.get('alt') !== 'sse') return badRequest('the simulation streams with alt=sse only');
    return { kind: 'chat', model: decodeURIComponent(called[1] ?? ''), stream };
  },
  refuse: (body, { model }) => refuseRequest(body) ?? refuseSignatures(body.contents, model),
  failure: (status, call) => usualFailure(status, call.model),
  plain: responseBody,
  stream: eventFrames,
  refuseEmbeddings,
  embeddings: embeddingsBody,
  keepAlive: ': keep-alive\r\n\r\n',
  streamType: 'text/event-stream',
  models: (names) => ({
    models: names.map((name) => ({
      name: `models/${name}`,
      supportedGenerationMethods: [name.includes('embedding') ? 'embedContent' : 'generateContent'],
    })),
  }),
  defaultModels: ['gemini-2.5-flash', 'gemini-2.5-pro'],
};
