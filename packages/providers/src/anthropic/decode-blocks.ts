import { type ChatEvent, isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { createThoughtReader } from './read-thoughts.ts';

/** Reads the content blocks of one answer. Their indices count every kind of block, OpenAI's count tool calls alone. */
export type BlockDecoder = {
  start(index: Json | undefined, block: JsonObject): readonly ChatEvent[];
  delta(index: Json | undefined, delta: JsonObject): readonly ChatEvent[];
  stop(index: Json | undefined): readonly ChatEvent[];
  /** Closes what the provider left open, and tells what it wants back. */
  end(): readonly ChatEvent[];
  hasToolCalls(): boolean;
};

type OpenCall = { readonly index: number; readonly input: Json | undefined; hasArguments: boolean };

const reasoningDelta = (text: Json | undefined): readonly ChatEvent[] =>
  typeof text === 'string' && text !== '' ? [{ type: 'reasoning-delta', choice: 0, text }] : [];

export function createBlockDecoder(): BlockDecoder {
  const open = new Map<Json | undefined, OpenCall>();
  const thoughts = createThoughtReader();
  const ids = new Set<string>();
  let calls = 0;
  let written = 0;

  function textDelta(text: Json | undefined): readonly ChatEvent[] {
    if (typeof text !== 'string' || text === '') return [];
    written += text.length;
    return [{ type: 'text-delta', choice: 0, text }];
  }

  function start(index: Json | undefined, block: JsonObject): readonly ChatEvent[] {
    if (block.type === 'text') return textDelta(block.text);
    if (block.type === 'thinking' || block.type === 'redacted_thinking') {
      thoughts.start(index, block, { text: written, calls });
      return reasoningDelta(block.thinking);
    }
    if (block.type !== 'tool_use') return [];
    const call = { index: calls, input: block.input, hasArguments: false };
    calls += 1;
    open.set(index, call);
    const id = typeof block.id === 'string' && !ids.has(block.id) ? block.id : `toolu_${call.index}`;
    ids.add(id);
    const name = typeof block.name === 'string' ? block.name : '';
    return [{ type: 'tool-call-start', choice: 0, index: call.index, id, name }];
  }

  function delta(index: Json | undefined, piece: JsonObject): readonly ChatEvent[] {
    if (piece.type === 'text_delta') return textDelta(piece.text);
    if (piece.type === 'thinking_delta' || piece.type === 'signature_delta') {
      thoughts.add(index, piece);
      return reasoningDelta(piece.thinking);
    }
    const call = open.get(index);
    if (call === undefined || typeof piece.partial_json !== 'string' || piece.partial_json === '') return [];
    call.hasArguments = true;
    return [{ type: 'tool-call-delta', choice: 0, index: call.index, arguments: piece.partial_json }];
  }

  /** A call whose arguments did not come in pieces has them in its first event; without any it is a call with no arguments. */
  function stop(index: Json | undefined): readonly ChatEvent[] {
    const call = open.get(index);
    open.delete(index);
    if (call === undefined || call.hasArguments) return [];
    const whole = JSON.stringify(isJsonObject(call.input) ? call.input : {});
    return [{ type: 'tool-call-delta', choice: 0, index: call.index, arguments: whole }];
  }

  const end = (): readonly ChatEvent[] => [...[...open.keys()].flatMap(stop), ...thoughts.end()];

  return { start, delta, stop, end, hasToolCalls: () => calls > 0 };
}
