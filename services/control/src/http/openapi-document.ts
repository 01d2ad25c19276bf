import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { type ApiParts, api } from './api.ts';
import { validatorCompiler } from './validate.ts';

/** The description of the operator API without a running one; pretty-printed JSON. */
export async function openApiDocument(): Promise<string> {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(api(noParts), { prefix: '/api/v1' });
  const { body } = await app.inject('/api/v1/openapi.json');
  await app.close();
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

/** The document needs the routes' schemas alone. Registering a route may pass parts on; nothing of them may be used. */
const noParts = new Proxy({} as ApiParts, { get: () => undefined });
