import { endOfText, type Span } from '@palimpsest/domain';

/** Where the parts of a body stand in its text. */
export type Outline = {
  /** The members of the outermost object that are objects or lists; of two with the same name the last, as `JSON.parse` has it. */
  readonly members: ReadonlyMap<string, Span>;
  /** The objects in the member `messages`. */
  readonly messages: readonly Span[];
};

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/** A name that says what it is in every encoding. */
const plainName = /^[ -[\]-~]*$/;

/** Of members, and of messages, more are not noted: each note is larger than the shortest of what it stands for. */
const mostNoted = 10_000;

/**
 * Goes once over a valid JSON text, without recursion, and over texts in it by leaps. `too-deep`: it is nested deeper than `deepest`
 * levels. `unsure`: a member's name is written with escapes, or has letters outside of ASCII, which stand here as something else, so that
 * two names may be one; or there are more members or messages than are noted.
 */
export function outlineOf(json: string, deepest: number): Outline | 'too-deep' | 'unsure' {
  const members = new Map<string, Span>();
  let messages: Span[] = [];
  let depth = 0;
  let isSure = true;
  let isName = false;
  let name = '';
  let memberFrom = 0;
  let messageFrom = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote: {
        const end = endOfText(json, at);
        if (depth === 1 && isName) {
          name = json.slice(at + 1, end);
          isSure &&= plainName.test(name);
        }
        at = end;
        break;
      }
      case comma:
        isName = true;
        break;
      case colon:
        isName = false;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        if (depth > deepest) return 'too-deep';
        isName = true;
        if (depth === 2) {
          memberFrom = at;
          if (name === 'messages') messages = [];
        } else if (depth === 3) messageFrom = at;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        if (depth === 1 && isSure) members.set(name, [memberFrom, at + 1]);
        else if (depth === 2 && name === 'messages' && isSure) messages.push([messageFrom, at + 1]);
        isSure &&= members.size <= mostNoted && messages.length <= mostNoted;
        break;
    }
  }
  return isSure ? { members, messages } : 'unsure';
}
