import type { ServerResponse } from 'node:http';
import { GatewayError, type JsonObject, type User } from '@palimpsest/domain';
import { newRequestId, type ReadinessChecks, readinessOf } from '@palimpsest/runtime';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteGenericInterface,
} from 'fastify';
import { authenticate } from './admission/authenticate.ts';
import { type ModelRouteParts, modelRoute, unconfigured } from './http/model-route.ts';
import { getModel, listModels } from './http/models.ts';
import { refuseOtherMethods } from './http/other-methods.ts';
import { asRefusal, refuse, refuseUnreadable } from './http/refuse.ts';
import { unknownPath } from './http/unknown-path.ts';
import { operationPaths } from './inbound.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export type AppParts = ModelRouteParts & {
  readonly maxBodyBytes: number;
  readonly checks: ReadinessChecks;
  /** Whether the proxy is on its way out: a call that still comes is served, and its connection closed. */
  readonly draining: () => boolean;
  readonly onBug: (error: unknown) => void;
};

/** Milliseconds in which a request must have come in whole. */
const longestUploadMs = 120_000;

/** The public API, built but not listening. */
export function buildApp(parts: AppParts): FastifyInstance {
  const failed = (error: FastifyError, reply: FastifyReply): void => {
    const refusal = asRefusal(error, parts.maxBodyBytes);
    if (refusal.code === 'internal_error') parts.onBug(error);
    if (refusal.code === 'request_too_large') reply.raw.setHeader('connection', 'close');
    refused(reply, refusal);
  };
  const app = Fastify({
    logger: false,
    bodyLimit: parts.maxBodyBytes,
    requestTimeout: longestUploadMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, _request, reply) => failed(error, reply),
    clientErrorHandler: refuseUnreadable,
  });

  // One parse, ours: whatever the content type says, the body is bytes here. Fastify remembers which types a pattern takes, where for '*' it
  // would read the header of each request anew.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^/, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setNotFoundHandler((request, reply) => refused(reply, unknownPath(request.method, request.url)));
  app.setErrorHandler((error: FastifyError, _request, reply) => failed(error, reply));

  /** What a caller may know of models: only the configuration is asked, nothing is counted. */
  const models =
    <Asked extends RouteGenericInterface>(
      answer: (snapshot: Snapshot, user: User, request: FastifyRequest<Asked>) => JsonObject | GatewayError,
    ) =>
    async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
      const snapshot = parts.snapshot();
      if (snapshot === undefined) return refused(reply, unconfigured());
      const caller = authenticate(request.headers, snapshot);
      const answered = caller instanceof GatewayError ? caller : answer(snapshot, caller.user, request);
      return answered instanceof GatewayError ? refused(reply, answered) : answered;
    };

  const mistaken = (response: ServerResponse, error: unknown): void => {
    parts.onBug(error);
    refuse(response, new GatewayError('internal_error', 'The gateway made a mistake; it has been logged.'));
    response.end();
  };
  const makeRoutes = (): void => {
    // Fastify is not told when the call ends: until then it would hold the request, with the body as it came.
    for (const operation of ['chat', 'embeddings'] as const)
      app.post(operationPaths[operation], ({ headers, body, raw }, reply) => {
        reply.hijack();
        const response = reply.raw;
        if (parts.draining()) response.setHeader('connection', 'close');
        modelRoute(parts, operation, headers, body as Uint8Array | undefined, response).catch((error: unknown) =>
          mistaken(response, error),
        );
        // They are read by now, and Node.js keeps the request for as long as its answer is open.
        raw.headers = {};
        raw.rawHeaders = [];
      });

    app.get('/v1/models', models(listModels));
    app.get<{ Params: { '*': string } }>(
      '/v1/models/*',
      models((snapshot, user, request) => getModel(snapshot, user, request.params['*'])),
    );

    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      const readiness = await readinessOf(parts.checks);
      return reply.code(readiness.ready ? 200 : 503).send(readiness);
    });
  };
  refuseOtherMethods(app, makeRoutes, refused);
  return app;
}

function refused(reply: FastifyReply, error: GatewayError, headers: Readonly<Record<string, string>> = {}): void {
  reply.hijack();
  refuse(reply.raw, error, { 'x-request-id': newRequestId(), ...headers });
}
