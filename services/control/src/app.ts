import fastifyHelmet from '@fastify/helmet';
import { type ReadinessChecks, readinessOf } from '@palimpsest/runtime';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { type ApiParts, api } from './http/api.ts';
import { dashboard } from './http/dashboard.ts';
import { acceptJsonAlone } from './http/json-body.ts';
import { refuse } from './http/refuse.ts';
import { securityHeaders } from './http/security-headers.ts';
import { validatorCompiler } from './http/validate.ts';

export type AppParts = ApiParts & {
  readonly logger: FastifyBaseLogger;
  readonly checks: ReadinessChecks;
  /** The built dashboard. */
  readonly webDir: string;
  /** Addresses and ranges whose word is taken for where a request came from, and whether it came by TLS. */
  readonly trustedProxies: readonly string[];
};

const mostBodyBytes = 1024 * 1024;
/** Characters; a session's id has up to 256, each of which may stand as `%2F`. */
const maxParamLength = 3 * 256;

/** The operator API and the dashboard; listens to nothing yet. */
export async function buildApp(parts: AppParts) {
  const app = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostBodyBytes,
    trustProxy: parts.trustedProxies.length > 0 && [...parts.trustedProxies],
    routerOptions: { maxParamLength },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(refuse);
  acceptJsonAlone(app);
  await app.register(fastifyHelmet, securityHeaders);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const readiness = await readinessOf(parts.checks);
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
  await app.register(api(parts), { prefix: '/api/v1' });
  await app.register(dashboard(parts.webDir));
  return app;
}
