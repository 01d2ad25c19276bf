import { GatewayError } from '@palimpsest/domain';
import { newRequestId, type ReadinessChecks, readinessOf } from '@palimpsest/runtime';
import Fastify, { type FastifyInstance } from 'fastify';
import { authenticate } from './admission/authenticate.ts';
import { type ModelRouteParts, modelRoute, unconfigured } from './http/model-route.ts';
import { getModel, listModels } from './http/models.ts';
import { asRefusal, refuse, refuseUnreadable } from './http/refuse.ts';
import { operationPaths } from './inbound.ts';

export type AppParts = ModelRouteParts & {
  readonly maxBodyBytes: number;
  readonly checks: ReadinessChecks;
  /** Whether the proxy is on its way out: new calls are turned away. */
  readonly draining: () => boolean;
  readonly onBug: (error: unknown) => void;
};

/** Milliseconds in which a request must have come in whole. */
const longestUploadMs = 120_000;

/** The public API, built but not listening. */
export function buildApp(parts: AppParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: parts.maxBodyBytes,
    requestTimeout: longestUploadMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, _request, reply) => {
      reply.hijack();
      refuse(reply.raw, asRefusal(error, parts.maxBodyBytes), { 'x-request-id': newRequestId() });
    },
    clientErrorHandler: refuseUnreadable,
  });

  // One parse, ours: whatever the content type says, the body is bytes here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    refuse(
      reply.raw,
      new GatewayError('not_found', `There is no ${request.method} ${request.url.split('?', 1)[0]} here.`),
    );
  });
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, _request, reply) => {
    const refusal = asRefusal(error, parts.maxBodyBytes);
    if (refusal.code === 'internal_error') parts.onBug(error);
    reply.hijack();
    if (refusal.code === 'request_too_large') reply.raw.setHeader('connection', 'close');
    refuse(reply.raw, refusal, { 'x-request-id': newRequestId() });
  });

  for (const operation of ['chat', 'embeddings'] as const)
    app.post(operationPaths[operation], async (request, reply) => {
      reply.hijack();
      if (parts.draining()) reply.raw.setHeader('connection', 'close');
      await modelRoute(parts, operation, request.headers, request.body as Uint8Array | undefined, reply.raw).catch(
        (error: unknown) => {
          parts.onBug(error);
          refuse(reply.raw, new GatewayError('internal_error', 'The gateway made a mistake; it has been logged.'));
          reply.raw.end();
        },
      );
    });

  app.get<{ Params: { '*'?: string } }>('/v1/models', async (request, reply) => {
    const snapshot = parts.snapshot();
    const caller = snapshot === undefined ? unconfigured() : authenticate(request.headers, snapshot);
    if (snapshot === undefined || caller instanceof GatewayError) return refused(reply, caller as GatewayError);
    return listModels(snapshot, caller.user);
  });
  app.get<{ Params: { '*': string } }>('/v1/models/*', async (request, reply) => {
    const snapshot = parts.snapshot();
    const caller = snapshot === undefined ? unconfigured() : authenticate(request.headers, snapshot);
    if (snapshot === undefined || caller instanceof GatewayError) return refused(reply, caller as GatewayError);
    const model = getModel(snapshot, caller.user, request.params['*']);
    return model instanceof GatewayError ? refused(reply, model) : model;
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await readinessOf(parts.checks);
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
  return app;
}

function refused(reply: { hijack(): unknown; readonly raw: Parameters<typeof refuse>[0] }, error: GatewayError): void {
  reply.hijack();
  refuse(reply.raw, error, { 'x-request-id': newRequestId() });
}
