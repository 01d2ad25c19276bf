import { isJsonObject, type JsonObject, parseShallow } from '@palimpsest/domain';

/**
 * The arguments of an earlier call as the object that other providers want. Empty means none; what a model wrote that is no object
 * is kept as text, so that a conversation with one broken call can go on anywhere.
 */
export function readArguments(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = parseShallow(text);
  return isJsonObject(value) ? value : { arguments: value ?? text };
}
