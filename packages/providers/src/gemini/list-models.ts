import { isJsonObject, type Json, parseJson } from '@palimpsest/domain';
import type { NativeRequest } from '../provider.ts';

/** The page is as large as the API allows (1000), which is far more than there are models. */
export const listModels = (secret: string): NativeRequest => ({
  method: 'GET',
  path: '/v1beta/models?pageSize=1000',
  headers: { 'x-goog-api-key': secret },
});

/** What the gateway can serve; other models of the list draw pictures or speak. */
const served = ['generateContent', 'embedContent'];

export function readModels(body: string): readonly string[] {
  const list = parseJson(body);
  const entries = isJsonObject(list) && Array.isArray(list.models) ? (list.models as readonly Json[]) : [];
  return entries.flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry.name !== 'string') return [];
    const methods = entry.supportedGenerationMethods;
    if (Array.isArray(methods) && !served.some((method) => methods.includes(method))) return [];
    return [entry.name.replace(/^models\//, '')];
  });
}
