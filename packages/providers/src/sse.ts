import { parseJson } from '@palimpsest/domain';

/** One event of a stream, as the provider sent it. `raw` marks text outside the event-stream format: a bare JSON line, a page. */
export type SseEvent = { readonly event: string | undefined; readonly data: string; readonly raw: boolean };

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
export class SseParser {
  /** The unfinished line, in pieces: joined once when its end arrives, so that many small reads stay linear. */
  readonly #pieces: string[] = [];
  #pieceLength = 0;
  #atStart = true;
  #afterCr = false;
  #event: string | undefined;
  #data: string | undefined;
  readonly #raw: string[] = [];
  #eventLength = 0;
  #overflowed = false;

  /** Whether one event grew past the cap: the rest of the body was thrown away. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** The events that this piece of text completes; pieces may be cut anywhere. */
  push(text: string): readonly SseEvent[] {
    const out: SseEvent[] = [];
    if (this.#overflowed || text === '') return out;
    let rest = this.#atStart && text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (this.#afterCr && rest.startsWith('\n')) rest = rest.slice(1);
    this.#atStart = false;
    this.#afterCr = text.endsWith('\r');
    if (rest.includes('\r')) rest = rest.replace(/\r\n?/g, '\n');
    let from = 0;
    for (let at = rest.indexOf('\n'); at !== -1; at = rest.indexOf('\n', from)) {
      const line = rest.slice(from, at);
      if (this.#pieceLength === 0) this.#readLine(line, out);
      else this.#readLine(this.#pieces.splice(0).join('') + line, out);
      this.#pieceLength = 0;
      from = at + 1;
    }
    if (from < rest.length) this.#pieces.push(rest.slice(from));
    this.#pieceLength += rest.length - from;
    this.#overflowed = this.#eventLength + this.#pieceLength > maxEventLength;
    return out;
  }

  /** What the end of the body completes: a last event without its blank line. */
  end(): readonly SseEvent[] {
    const out: SseEvent[] = [];
    if (this.#overflowed) return out;
    if (this.#pieces.length > 0) this.#readLine(this.#pieces.splice(0).join(''), out);
    this.#dispatch(out);
    return out;
  }

  #readLine(line: string, out: SseEvent[]): void {
    this.#eventLength += line.length;
    if (line.startsWith('data:') || line.startsWith('event:')) this.#readField(line, out);
    else if (this.#raw.length > 0) this.#raw.push(line);
    else if (line === '') this.#dispatch(out);
    else if (this.#data !== undefined || !opensRawText(line)) this.#readField(line, out);
    else {
      this.#raw.push(line);
      if (parseJson(line) !== undefined) this.#dispatch(out);
    }
  }

  #readField(line: string, out: SseEvent[]): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name !== 'data' && name !== 'event') return;
    if (this.#raw.length > 0) this.#dispatch(out);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    else this.#event = value;
  }

  #dispatch(out: SseEvent[]): void {
    if (this.#data !== undefined) out.push({ event: this.#event, data: this.#data, raw: false });
    if (this.#raw.length > 0) out.push({ event: undefined, data: this.#raw.splice(0).join('\n'), raw: true });
    this.#event = undefined;
    this.#data = undefined;
    this.#eventLength = 0;
  }
}
