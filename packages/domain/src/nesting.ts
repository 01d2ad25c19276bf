import { type Json, parseJson } from './json.ts';
import { endOfText } from './json-text.ts';

/** Levels. No client and no model nests deeper, and what walks values recursively, as `JSON.stringify` does, falls at some thousands. */
const deepest = 500;

/** Whether objects and lists stand in one another more than `levels` deep in a JSON text. */
export function isNestedDeeper(json: string, levels: number): boolean {
  // Each level has a letter that opens it and one that closes it.
  if (json.length <= 2 * levels) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charAt(at)) {
      case '"':
        at = endOfText(json, at);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > levels) return true;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
  }
  return false;
}

/** `parseJson` of what a model or a server wrote: `undefined` also where it is nested so deep that it could not be written again. */
export const parseShallow = (text: string): Json | undefined =>
  isNestedDeeper(text, deepest) ? undefined : parseJson(text);
