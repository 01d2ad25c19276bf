import { parseJson } from '@palimpsest/domain';

/** One event of a stream, as the provider sent it. `raw` marks text outside the event-stream format: a bare JSON line, a page. */
export type SseEvent = { readonly event: string | undefined; readonly data: string; readonly raw: boolean };

export type SseParser = {
  /** The events that this piece of text completes; pieces may be cut anywhere. */
  push(text: string): readonly SseEvent[];
  /** What the end of the body completes: a last event without its blank line. */
  end(): readonly SseEvent[];
  /** Whether one event grew past the cap: the rest of the body was thrown away. */
  overflowed(): boolean;
};

/** Characters of one event; images and audio come inline. */
const maxEventLength = 16 * 1024 * 1024;

const opensRawText = (line: string): boolean => {
  const first = line.trimStart()[0];
  return first === '{' || first === '[' || first === '<';
};

/**
 * Reads the event-stream format (WHATWG HTML, 9.2): LF, CRLF and CR, comments, several data lines, a BOM.
 * Beyond the standard it keeps what providers put where an event should be: a JSON line without `data:`, a whole JSON body, an HTML page.
 */
export function createSseParser(): SseParser {
  /** The unfinished line, in pieces: joined once when its end arrives, so that many small reads stay linear. */
  const pieces: string[] = [];
  let pieceLength = 0;
  let atStart = true;
  let afterCr = false;
  let event: string | undefined;
  let data: string | undefined;
  const raw: string[] = [];
  let eventLength = 0;
  let overflow = false;

  function dispatch(out: SseEvent[]): void {
    if (data !== undefined) out.push({ event, data, raw: false });
    if (raw.length > 0) out.push({ event: undefined, data: raw.splice(0).join('\n'), raw: true });
    event = undefined;
    data = undefined;
    eventLength = 0;
  }

  function readField(line: string, out: SseEvent[]): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name !== 'data' && name !== 'event') return;
    if (raw.length > 0) dispatch(out);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') data = data === undefined ? value : `${data}\n${value}`;
    else event = value;
  }

  function readLine(line: string, out: SseEvent[]): void {
    eventLength += line.length;
    if (line.startsWith('data:') || line.startsWith('event:')) readField(line, out);
    else if (raw.length > 0) raw.push(line);
    else if (line === '') dispatch(out);
    else if (data !== undefined || !opensRawText(line)) readField(line, out);
    else {
      raw.push(line);
      if (parseJson(line) !== undefined) dispatch(out);
    }
  }

  function push(text: string): readonly SseEvent[] {
    const out: SseEvent[] = [];
    if (overflow || text === '') return out;
    let rest = atStart && text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (afterCr && rest.startsWith('\n')) rest = rest.slice(1);
    atStart = false;
    afterCr = text.endsWith('\r');
    if (rest.includes('\r')) rest = rest.replace(/\r\n?/g, '\n');
    let from = 0;
    for (let at = rest.indexOf('\n'); at !== -1; at = rest.indexOf('\n', from)) {
      const line = rest.slice(from, at);
      if (pieceLength === 0) readLine(line, out);
      else readLine(pieces.splice(0).join('') + line, out);
      pieceLength = 0;
      from = at + 1;
    }
    if (from < rest.length) pieces.push(rest.slice(from));
    pieceLength += rest.length - from;
    overflow = eventLength + pieceLength > maxEventLength;
    return out;
  }

  function end(): readonly SseEvent[] {
    const out: SseEvent[] = [];
    if (overflow) return out;
    if (pieces.length > 0) readLine(pieces.splice(0).join(''), out);
    dispatch(out);
    return out;
  }

  return { push, end, overflowed: () => overflow };
}
