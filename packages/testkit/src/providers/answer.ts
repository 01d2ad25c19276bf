import type { FinishReason, JsonObject } from '@palimpsest/domain';

/** A function call in a simulated answer. */
export type ToolCallAnswer = {
  /** Default: an id of the provider's own form. Gemini sends none. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: JsonObject;
};

/** Token counts in OpenAI's convention (each includes its part); every dialect converts them to its own. */
export type AnswerUsage = {
  readonly prompt: number;
  readonly cached?: number;
  readonly completion: number;
  readonly reasoning?: number;
};

/** What the simulated model says, whatever the wire form. */
export type Answer = {
  /** A list is streamed piece by piece as given; a string is cut at its words. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCallAnswer[];
  /** Default: `tool_calls` where there are any, else `stop`. */
  readonly finish?: FinishReason;
  /** Default: counted from the texts. `null`: the provider says nothing of it. */
  readonly usage?: AnswerUsage | null;
};

/** The answer's text as pieces of a stream, without empty ones. */
export function piecesOf(answer: Answer): readonly string[] {
  const text = answer.text ?? '';
  if (typeof text !== 'string') return text;
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === '' ? [] : [text]);
}

export const finishOf = (answer: Answer): FinishReason =>
  answer.finish ?? ((answer.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop');

/** The usage to report: the given one, or about a token for four characters. */
export function usageOfAnswer(answer: Answer, body: JsonObject): AnswerUsage | undefined {
  if (answer.usage === null) return undefined;
  if (answer.usage !== undefined) return answer.usage;
  const said = piecesOf(answer).join('') + JSON.stringify(answer.toolCalls ?? []) + (answer.reasoning ?? '');
  return { prompt: Math.ceil(JSON.stringify(body).length / 4), completion: Math.ceil(said.length / 4) };
}
