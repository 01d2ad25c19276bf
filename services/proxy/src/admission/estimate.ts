import {
  answerLimit,
  type ChatBody,
  type ChatMessage,
  type EmbeddingsBody,
  inputsOf,
  type Json,
} from '@palimpsest/domain';

/** Tokens of a text. */
export type CountTokens = (text: string) => number;

/** Tokens that every message costs beside its text. */
const perMessage = 4;

/**
 * Tokens of a text, without a tokenizer: about four letters of Latin script a token, less than two characters of others. Errs upwards a
 * little, since it decides what is reserved.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x2ff) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide * 0.7);
}

/** Tokens of a prompt: texts, tool calls and declarations. Inline media are not text; a flat figure stands for each. */
export function promptTokens(body: ChatBody, count: CountTokens): number {
  const messages = body.messages.reduce((sum, message) => sum + perMessage + messageTokens(message, count), 0);
  return messages + (body.tools === undefined ? 0 : count(JSON.stringify(body.tools)));
}

function messageTokens(message: ChatMessage, count: CountTokens): number {
  const calls = message.tool_calls === undefined ? 0 : count(JSON.stringify(message.tool_calls));
  return calls + contentTokens(message.content, count);
}

const perMediaPart = 1000;

function contentTokens(content: Json | undefined, count: CountTokens): number {
  if (typeof content === 'string') return count(content);
  if (!Array.isArray(content)) return 0;
  return (content as readonly { readonly text?: unknown }[]).reduce(
    (sum, part) => sum + (typeof part.text === 'string' ? count(part.text) : perMediaPart),
    0,
  );
}

/** Tokens that the answer may take at most: the client's limit, else the gateway's default, for each choice asked for. */
export const estimateAnswer = (body: ChatBody, defaultMaxTokens: number): number =>
  (answerLimit(body) ?? defaultMaxTokens) * (body.n ?? 1);

/** Tokens of what is to be embedded; tokens of the model's own are counted as they are. */
export const estimateInputs = (body: EmbeddingsBody): number =>
  inputsOf(body).reduce((sum, input) => sum + (typeof input === 'string' ? estimateTokens(input) : input.length), 0);
