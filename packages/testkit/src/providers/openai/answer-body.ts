import type { JsonObject } from '@palimpsest/domain';
import { type Answer, finishOf, piecesOf, usageOfAnswer } from '../answer.ts';
import type { Frames } from '../dialect.ts';
import type { SimulatedCall } from '../simulated-call.ts';

/** Where vendors of the same dialect differ. */
export type Accent = {
  readonly idPrefix: string;
  /** Further members of every document and chunk. */
  readonly fields: JsonObject;
  /** The member that carries reasoning. */
  readonly reasoning: 'reasoning_content' | 'reasoning';
  /** Further members that carry reasoning for its issuer. */
  readonly reasoningFields: (reasoning: string) => JsonObject;
  /** Further members of the usage object. */
  readonly usageFields: JsonObject;
  /** Whether usage comes only when it is asked for, in a chunk of its own after the finish; else in the finish chunk. */
  readonly usageOnRequest: boolean;
};

const head = (call: SimulatedCall, accent: Accent, object: string): JsonObject => ({
  id: `${accent.idPrefix}${call.atMs.toString(36)}${call.index}`,
  object,
  created: Math.floor(call.atMs / 1000),
  model: call.model,
  ...accent.fields,
});

function usageBody(answer: Answer, call: SimulatedCall, accent: Accent): JsonObject | undefined {
  const usage = usageOfAnswer(answer, call.body);
  if (usage === undefined) return undefined;
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    ...accent.usageFields,
  };
}

/** As many as were asked for, each with the same answer. */
const choicesOf = ({ body }: SimulatedCall): readonly number[] =>
  Array.from({ length: typeof body.n === 'number' ? body.n : 1 }, (_, index) => index);

const toolCalls = (answer: Answer) =>
  (answer.toolCalls ?? []).map((tool, at) => ({
    id: tool.id ?? `call_${at}`,
    type: 'function',
    function: { name: tool.name, arguments: JSON.stringify(tool.arguments) },
  }));

/** A `chat.completion`. */
export function plainBody(answer: Answer, call: SimulatedCall, accent: Accent): JsonObject {
  const tools = toolCalls(answer);
  const usage = usageBody(answer, call, accent);
  const message = {
    role: 'assistant',
    content: answer.text === undefined ? null : piecesOf(answer).join(''),
    ...(answer.reasoning === undefined
      ? {}
      : { [accent.reasoning]: answer.reasoning, ...accent.reasoningFields(answer.reasoning) }),
    ...(tools.length === 0 ? {} : { tool_calls: tools }),
  };
  return {
    ...head(call, accent, 'chat.completion'),
    choices: choicesOf(call).map((index) => ({ index, message, logprobs: null, finish_reason: finishOf(answer) })),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** `chat.completion.chunk`s: a role, the pieces, the finish, and the usage where it is due. */
export function chunkFrames(answer: Answer, call: SimulatedCall, accent: Accent): Frames {
  const asked = (call.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const usage = usageBody(answer, call, accent);
  const apart = accent.usageOnRequest;
  const chunk = (choices: readonly JsonObject[], fields: JsonObject = apart && asked ? { usage: null } : {}) =>
    `data: ${JSON.stringify({ ...head(call, accent, 'chat.completion.chunk'), choices, ...fields })}\n\n`;
  const delta = (members: JsonObject) =>
    chunk(choicesOf(call).map((index) => ({ index, delta: members, finish_reason: null })));
  const tools = toolCalls(answer).flatMap((tool, index) => {
    const text = tool.function.arguments;
    const half = Math.ceil(text.length / 2);
    const started = { index, id: tool.id, type: tool.type, function: { name: tool.function.name, arguments: '' } };
    return [
      started,
      ...[text.slice(0, half), text.slice(half)].map((part) => ({ index, function: { arguments: part } })),
    ];
  });
  const finish = choicesOf(call).map((index) => ({ index, delta: {}, finish_reason: finishOf(answer) }));
  return {
    frames: [
      delta({ role: 'assistant', content: '' }),
      ...(answer.reasoning === undefined
        ? []
        : [delta({ [accent.reasoning]: answer.reasoning, ...accent.reasoningFields(answer.reasoning) })]),
      ...piecesOf(answer).map((content) => delta({ content })),
      ...tools.map((tool) => delta({ tool_calls: [tool] })),
      apart || usage === undefined ? chunk(finish) : chunk(finish, { usage }),
      ...(apart && asked && usage !== undefined ? [chunk([], { usage })] : []),
    ],
    done: ['data: [DONE]\n\n'],
  };
}
