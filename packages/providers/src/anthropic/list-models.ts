import { isJsonObject, type Json, parseJson } from '@palimpsest/domain';
import type { NativeRequest } from '../provider.ts';
import { headers } from './headers.ts';

/** The page is as large as the API allows (1000), which is far more than there are models. */
export const listModels = (secret: string): NativeRequest => ({
  method: 'GET',
  path: '/v1/models?limit=1000',
  headers: headers(secret),
});

export function readModels(body: string): readonly string[] {
  const list = parseJson(body);
  const entries = isJsonObject(list) && Array.isArray(list.data) ? (list.data as readonly Json[]) : [];
  return entries.map((entry) => (isJsonObject(entry) ? entry.id : undefined)).filter((id) => typeof id === 'string');
}
