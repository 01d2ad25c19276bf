import type { ChatEvent, Json, JsonObject } from '@palimpsest/domain';
import { issueThoughts, isThought, type Thought } from './signed-thoughts.ts';

/** Puts the blocks of thinking of one answer together, for the client to give back. */
export type ThoughtReader = {
  start(index: Json | undefined, block: JsonObject, after: Thought['after']): void;
  /** A piece of the thinking, or of its signature. */
  add(index: Json | undefined, piece: JsonObject): void;
  /** All that were signed or hidden, in one event: clients that put a stream together keep the last value of a field. */
  end(): readonly ChatEvent[];
};

type OpenThought = { readonly after: Thought['after']; block: JsonObject };

const textOr = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function createThoughtReader(): ThoughtReader {
  const all: OpenThought[] = [];
  /** The last one of each index. */
  const open = new Map<Json | undefined, OpenThought>();
  return {
    start(index, block, after) {
      const thought = { after, block };
      all.push(thought);
      open.set(index, thought);
    },
    add(index, piece) {
      const thought = open.get(index);
      if (thought === undefined) return;
      const { thinking, signature } = thought.block;
      thought.block = {
        ...thought.block,
        thinking: textOr(thinking) + textOr(piece.thinking),
        signature: textOr(signature) + textOr(piece.signature),
      };
    },
    end() {
      const signed = all.flatMap(({ block, after }) => (isThought(block) ? [{ block, after }] : []));
      return signed.length === 0 ? [] : [{ type: 'choice-fields', choice: 0, message: issueThoughts(signed) }];
    },
  };
}
