import { isJsonObject, type JsonObject } from '@palimpsest/domain';
import type { JsonTexts } from './json-texts.ts';

/**
 * The arguments of an earlier call as the object that other providers want. Empty means none; what a model wrote that is no object
 * is kept as text, so that a conversation with one broken call can go on anywhere; so is what is too much to be read.
 */
export function readArguments(text: string, texts: JsonTexts): JsonObject {
  if (text.trim() === '') return {};
  const value = texts.read(text);
  return isJsonObject(value) ? value : { arguments: value ?? text };
}
