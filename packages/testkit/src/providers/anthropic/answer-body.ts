import type { FinishReason, JsonObject } from '@palimpsest/domain';
import { type Answer, finishOf, piecesOf, usageOfAnswer } from '../answer.ts';
import type { Frames } from '../dialect.ts';
import { shown } from '../shown.ts';
import { signatureOf } from '../signature.ts';
import type { SimulatedCall } from '../simulated-call.ts';

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

type Block = { readonly start: JsonObject; readonly deltas: readonly JsonObject[]; readonly whole: JsonObject };

/** The answer as content blocks: thinking, text, then one for each call. */
function blocks(answer: Answer): readonly Block[] {
  const pieces = piecesOf(answer);
  const thinking: readonly Block[] =
    answer.reasoning === undefined
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              { type: 'thinking_delta', thinking: answer.reasoning },
              { type: 'signature_delta', signature: signatureOf('anthropic', answer.reasoning) },
            ],
            whole: {
              type: 'thinking',
              thinking: answer.reasoning,
              signature: signatureOf('anthropic', answer.reasoning),
            },
          },
        ];
  const text: readonly Block[] =
    pieces.length === 0
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: pieces.map((piece) => ({ type: 'text_delta', text: piece })),
            whole: { type: 'text', text: pieces.join('') },
          },
        ];
  const tools = (answer.toolCalls ?? []).map((tool, at): Block => {
    const whole = { type: 'tool_use', id: tool.id ?? `toolu_${at}`, name: tool.name, input: tool.arguments };
    const json = Object.keys(tool.arguments).length === 0 ? '' : JSON.stringify(tool.arguments);
    const half = Math.ceil(json.length / 2);
    const parts = json === '' ? [''] : ['', json.slice(0, half), json.slice(half)];
    return {
      start: { ...whole, input: {} },
      deltas: parts.map((part) => ({ type: 'input_json_delta', partial_json: part })),
      whole,
    };
  });
  return [...thinking, ...text, ...tools];
}

/** Anthropic counts cached tokens beside `input_tokens`, not in it. */
function usageBody(answer: Answer, call: SimulatedCall): { input: JsonObject; output: JsonObject } | undefined {
  const usage = usageOfAnswer(answer, call.body);
  if (usage === undefined) return undefined;
  const cached = usage.cached ?? 0;
  return {
    input: { input_tokens: usage.prompt - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached },
    output: { output_tokens: usage.completion },
  };
}

const head = (call: SimulatedCall): JsonObject => ({
  id: `msg_${call.atMs.toString(36)}${call.index}`,
  type: 'message',
  role: 'assistant',
  model: call.model,
});

const stop = (answer: Answer) => ({ stop_reason: stopReasons[finishOf(answer)], stop_sequence: null });

/** A `message`. */
export function messageBody(answer: Answer, call: SimulatedCall): JsonObject {
  const usage = usageBody(answer, call);
  return {
    ...head(call),
    content: blocks(answer).map((block) => block.whole),
    ...stop(answer),
    ...(usage === undefined ? {} : { usage: { ...usage.input, ...usage.output } }),
  };
}

/** The events of a streamed message. */
export function messageFrames(answer: Answer, call: SimulatedCall): Frames {
  const usage = usageBody(answer, call);
  const start = {
    ...head(call),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(usage === undefined ? {} : { usage: { ...usage.input, output_tokens: 1 } }),
  };
  const events: readonly JsonObject[] = [
    { type: 'message_start', message: start },
    ...blocks(answer).flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block.start },
      ...block.deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: stop(answer), ...(usage === undefined ? {} : { usage: usage.output }) },
    { type: 'message_stop' },
  ];
  return {
    frames: events.map((event) => `event: ${shown(event.type)}\ndata: ${JSON.stringify(event)}\n\n`),
    done: [],
  };
}
