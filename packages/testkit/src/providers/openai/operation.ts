import type { JsonObject } from '@palimpsest/domain';
import type { Operation, Refusal } from '../dialect.ts';
import { errorBody } from './error-body.ts';

/** The calls of the OpenAI dialect that the simulation answers, under `basePath`. */
export function operationAt(basePath: string, method: string, url: URL, body: JsonObject): Operation | Refusal {
  if (method === 'GET' && url.pathname === `${basePath}/models`) return { kind: 'models' };
  if (method === 'POST' && url.pathname === `${basePath}/chat/completions`) {
    const model = typeof body.model === 'string' ? body.model : undefined;
    return { kind: 'chat', model, stream: body.stream === true };
  }
  if (method === 'POST' && url.pathname === `${basePath}/embeddings`) {
    const model = typeof body.model === 'string' ? body.model : undefined;
    return { kind: 'embeddings', model, stream: false };
  }
  return { status: 404, body: errorBody(`Invalid URL (${method} ${url.pathname})`) };
}

/** A list of models in OpenAI's form. */
export const modelList = (names: readonly string[], ownedBy: string) => ({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: ownedBy })),
});
