import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { sessionCookie } from './authenticate.ts';

/** Describes every route registered after it, from the schemas that check them, at `/openapi.json`. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Palimpsest Gateway operator API',
        version: '1',
        description: 'Times are RFC 3339 UTC, money is a decimal string in USD, errors are RFC 9457 problem JSON.',
      },
      components: {
        securitySchemes: {
          operatorKey: { type: 'http', scheme: 'bearer', description: '`pgw_op_…`' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: 'From `POST /session`; changes need `x-csrf-token` as well.',
          },
        },
      },
      security: [{ operatorKey: [] }, { session: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  });
  app.get('/openapi.json', { config: { open: true }, schema: { hide: true } }, async () => app.swagger());
}

type Described = { readonly paths?: unknown; readonly components?: { readonly schemas?: object } };

/** Every named schema is described as it is sent and as it is received; what no route refers to is left out. */
function withoutUnused<Document extends object>(document: Document & Described): Document {
  const schemas: Record<string, unknown> = { ...document.components?.schemas };
  for (;;) {
    const text = JSON.stringify({ paths: document.paths, schemas });
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    if (unused.length === 0) return { ...document, components: { ...document.components, schemas } };
    for (const name of unused) delete schemas[name];
  }
}
