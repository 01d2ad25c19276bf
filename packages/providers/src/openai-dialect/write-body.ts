import type { ChatMessage, Json, JsonObject, Span, WrittenBody } from '@palimpsest/domain';

/** A body as JSON: what stands in the client's own bytes is taken from there. */
export function writeBody(body: JsonObject, written: WrittenBody | undefined): string | Buffer {
  if (written === undefined) return JSON.stringify(body);
  const pieces = new Pieces(written.bytes);
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    pieces.text(`${before}${JSON.stringify(name)}:`);
    before = ',';
    const span = isAsWritten(name, value, written) ? written.members.get(name) : undefined;
    if (span !== undefined) pieces.copy(span);
    else if (name === 'messages') writeMessages(pieces, value as readonly ChatMessage[], written);
    else pieces.text(JSON.stringify(value));
  }
  pieces.text('}');
  return pieces.whole();
}

const isAsWritten = (name: string, value: Json, { body }: WrittenBody): boolean =>
  typeof value === 'object' && value !== null && body[name] === value;

/** The client's own stand at the end: what was added to them went before. Neighbours are copied together. */
function writeMessages(pieces: Pieces, messages: readonly ChatMessage[], { body, messages: spans }: WrittenBody): void {
  const added = messages.length - spans.length;
  let before = '[';
  for (let at = 0; at < messages.length; at += 1) {
    pieces.text(before);
    before = ',';
    const first = spans[at - added];
    if (first === undefined || messages[at] !== body.messages[at - added]) {
      pieces.text(JSON.stringify(messages[at]));
      continue;
    }
    while (at + 1 < messages.length && messages[at + 1] === body.messages[at + 1 - added]) at += 1;
    pieces.copy([first[0], spans[at - added]?.[1] ?? first[1]]);
  }
  pieces.text(messages.length === 0 ? '[]' : ']');
}

/** Text of our own and bytes of the client's, one after the other. */
class Pieces {
  readonly #bytes: Buffer;
  readonly #pieces: Buffer[] = [];
  #text = '';

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  text(text: string): void {
    this.#text += text;
  }

  copy([from, to]: Span): void {
    this.#pieces.push(Buffer.from(this.#text), this.#bytes.subarray(from, to));
    this.#text = '';
  }

  whole(): Buffer {
    return Buffer.concat([...this.#pieces, Buffer.from(this.#text)]);
  }
}
