import type { FinishReason, JsonObject } from '@palimpsest/domain';
import { type Answer, finishOf, piecesOf, usageOfAnswer } from '../answer.ts';
import type { Frames } from '../dialect.ts';
import { signatureOf } from '../signature.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import { signed } from './refuse-signatures.ts';

/** Gemini has no word of its own for a finish by tool calls. */
const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

function usageBody(answer: Answer, call: SimulatedCall): JsonObject {
  const usage = usageOfAnswer(answer, call.body);
  if (usage === undefined) return {};
  const thoughts = usage.reasoning ?? 0;
  return {
    usageMetadata: {
      promptTokenCount: usage.prompt,
      candidatesTokenCount: usage.completion - thoughts,
      ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
      ...(usage.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
      totalTokenCount: usage.prompt + usage.completion,
    },
  };
}

const tail = (call: SimulatedCall): JsonObject => ({
  modelVersion: call.model,
  responseId: `${call.atMs.toString(36)}${call.index}`,
});

/** From Gemini 3 on the first call is signed, or else the last text. */
function parts(answer: Answer, call: SimulatedCall): readonly JsonObject[] {
  const all = unsignedParts(answer);
  const first = all.findIndex((part) => part.functionCall !== undefined);
  const at = first === -1 ? all.length - 1 : first;
  if (!call.model.startsWith('gemini-3')) return all;
  return all.map((part, index) =>
    index === at ? { ...part, thoughtSignature: signatureOf('google', signed(part)) } : part,
  );
}

const unsignedParts = (answer: Answer): readonly JsonObject[] => [
  ...(answer.reasoning === undefined ? [] : [{ text: answer.reasoning, thought: true }]),
  ...piecesOf(answer).map((text) => ({ text })),
  ...(answer.toolCalls ?? []).map((tool) => ({
    functionCall: { ...(tool.id === undefined ? {} : { id: tool.id }), name: tool.name, args: tool.arguments },
  })),
];

/** A `GenerateContentResponse`. */
export function responseBody(answer: Answer, call: SimulatedCall): JsonObject {
  const whole = answer.text === undefined ? answer : { ...answer, text: [piecesOf(answer).join('')] };
  const content = { parts: parts(whole, call), role: 'model' };
  return {
    candidates: [{ content, finishReason: finishReasons[finishOf(answer)], index: 0 }],
    ...usageBody(answer, call),
    ...tail(call),
  };
}

/** The responses of a stream, one part each, usage repeated in all of them. */
function responses(answer: Answer, call: SimulatedCall): readonly JsonObject[] {
  const one = (part: JsonObject, fields: JsonObject) => ({
    candidates: [{ content: { parts: [part], role: 'model' }, ...fields, index: 0 }],
    ...usageBody(answer, call),
    ...tail(call),
  });
  return [
    ...parts(answer, call).map((part) => one(part, {})),
    one({ text: '' }, { finishReason: finishReasons[finishOf(answer)] }),
  ];
}

/** The stream as server-sent events: CRLF, no event names, no end mark beside the finish reason. */
export const eventFrames = (answer: Answer, call: SimulatedCall): Frames => ({
  frames: responses(answer, call).map((response) => `data: ${JSON.stringify(response)}\r\n\r\n`),
  done: [],
});
