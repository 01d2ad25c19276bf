import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { signatureOf } from '../signature.ts';
import { badRequest } from './error-body.ts';

const blocksOf = (message: JsonObject | undefined): readonly JsonObject[] =>
  Array.isArray(message?.content) ? (message.content as readonly Json[]).filter(isJsonObject) : [];

/**
 * Thinking goes back signed as it came, and a tool loop goes on with it. @see https://docs.claude.com/en/docs/build-with-claude/extended-thinking
 */
export function refuseThinking(body: JsonObject): Refusal | undefined {
  const messages = (Array.isArray(body.messages) ? (body.messages as readonly Json[]) : []).filter(isJsonObject);
  for (const [at, message] of messages.entries()) {
    for (const [index, block] of blocksOf(message).entries()) {
      if (block.type === 'thinking' && block.signature !== signatureOf('anthropic', shown(block.thinking)))
        return badRequest(`messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`);
    }
  }
  const { thinking } = body;
  if (!isJsonObject(thinking) || thinking.type !== 'enabled') return undefined;
  if (typeof body.max_tokens === 'number' && Number(thinking.budget_tokens) >= body.max_tokens)
    return badRequest('`max_tokens` must be greater than `thinking.budget_tokens`.');
  return refuseLoop(messages);
}

function refuseLoop(messages: readonly JsonObject[]): Refusal | undefined {
  const brings = blocksOf(messages.at(-1)).some((block) => block.type === 'tool_result');
  const first = blocksOf(messages.at(-2))[0];
  if (!brings || first?.type === 'thinking' || first?.type === 'redacted_thinking') return undefined;
  return badRequest(
    `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${shown(first?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
  );
}
