import { isJsonObject, type JsonObject } from '@palimpsest/domain';

/** Whose signatures a message or call may carry. */
export const issuers = ['anthropic', 'google'] as const;
export type Issuer = (typeof issuers)[number];

/**
 * What one issuer alone can read and wants back unchanged: signatures of thoughts. It travels in `extra_content.<issuer>`, the form in which
 * Google's own OpenAI-compatible API sends it (ai.google.dev, "Thought signatures").
 */
export function issuedBy(issuer: Issuer, carrier: JsonObject): JsonObject | undefined {
  const all = carrier.extra_content;
  const own = isJsonObject(all) ? all[issuer] : undefined;
  return isJsonObject(own) ? own : undefined;
}

/** Extension fields for an answer. */
export const issue = (issuer: Issuer, content: JsonObject): JsonObject => ({ extra_content: { [issuer]: content } });
