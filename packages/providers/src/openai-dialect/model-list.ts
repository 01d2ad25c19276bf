import { isJsonObject, parseJson } from '@palimpsest/domain';
import type { NativeRequest } from '../provider.ts';

export const listModels = (secret: string): NativeRequest => ({
  method: 'GET',
  path: '/models',
  headers: { authorization: `Bearer ${secret}`, accept: 'application/json' },
});

/** `{"data":[{"id"}]}`; Together answers with the bare list. */
export function readModels(body: string): readonly string[] {
  const answer = parseJson(body);
  const list = isJsonObject(answer) ? answer.data : answer;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isJsonObject)
    .map((model) => model.id)
    .filter((id): id is string => typeof id === 'string' && id !== '');
}
