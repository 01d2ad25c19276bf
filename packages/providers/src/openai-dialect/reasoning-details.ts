import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** The formats that OpenRouter issues. https://openrouter.ai/docs/use-cases/reasoning-tokens */
const openRouterFormats = new Set([
  'unknown',
  'openai-responses-v1',
  'azure-openai-responses-v1',
  'xai-responses-v1',
  'anthropic-claude-v1',
  'google-gemini-v1',
]);

/** Whether OpenRouter gave this entry of `reasoning_details`; other servers send lists of the same name in formats of their own. */
export const isOpenRouters = (detail: Json): boolean =>
  isJsonObject(detail) && (typeof detail.format === 'string' ? openRouterFormats.has(detail.format) : true);

export const detailsOf = (message: JsonObject): readonly Json[] =>
  Array.isArray(message.reasoning_details) ? (message.reasoning_details as readonly Json[]) : [];
