import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** The readable parts of a message or delta. */
export type Content = { readonly text: string; readonly reasoning: string; readonly refusal: string };

const string = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const textOfPart = (part: JsonObject): string => string(part.text);

/** Mistral's thinking part holds a list of text parts. */
const textOfThinking = (part: JsonObject): string =>
  typeof part.thinking === 'string'
    ? part.thinking
    : Array.isArray(part.thinking)
      ? part.thinking.filter(isJsonObject).map(textOfPart).join('')
      : '';

/**
 * Content is a text, or with Mistral's reasoning models a list of parts. Reasoning goes by three names: `reasoning_content`
 * (DeepSeek, xAI, vLLM), `reasoning` (Groq, OpenRouter, newer vLLM), `thinking` (Ollama); a server that sends two of them repeats itself.
 */
export function readContent(message: JsonObject): Content {
  const { content } = message;
  const named = string(message.reasoning_content) || string(message.reasoning) || string(message.thinking);
  if (!Array.isArray(content)) return { text: string(content), reasoning: named, refusal: string(message.refusal) };
  const parts = (content as readonly Json[]).filter(isJsonObject);
  return {
    text: parts
      .filter((part) => part.type === 'text')
      .map(textOfPart)
      .join(''),
    reasoning:
      named ||
      parts
        .filter((part) => part.type === 'thinking')
        .map(textOfThinking)
        .join(''),
    refusal:
      string(message.refusal) || parts.map((part) => (part.type === 'refusal' ? string(part.refusal) : '')).join(''),
  };
}
