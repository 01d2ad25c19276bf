import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SseEvent, SseParser } from './sse.ts';

function parse(...pieces: readonly string[]): readonly SseEvent[] {
  const parser = new SseParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

const data = (...pieces: readonly string[]): readonly string[] => parse(...pieces).map((event) => event.data);

describe('event streams', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['all three mixed', 'data: a\r\n\ndata: b\r\r\n'],
  ])('end their lines with %s', (_, text) => {
    expect(data(text)).toEqual(['a', 'b']);
  });

  it('take a CR and its LF in two reads for one line end', () => {
    expect(data('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual(['a\nb']);
  });

  it('may begin with a byte order mark', () => {
    expect(data('\uFEFFdata: a\n\n')).toEqual(['a']);
  });

  it('carry comments, ids and unknown fields that are no data', () => {
    expect(data(': OPENROUTER PROCESSING\n\nid: 7\nretry: 10\nother: x\ndata: a\n\n: ping\n\n')).toEqual(['a']);
  });

  it('join several data lines, with or without the space', () => {
    expect(data('data: a\ndata:b\ndata\ndata:  c\n\n')).toEqual(['a\nb\n\n c']);
  });

  it('name their events', () => {
    expect(parse('event: error\ndata: x\n\ndata: y\n\n')).toEqual([
      { event: 'error', data: 'x', raw: false },
      { event: undefined, data: 'y', raw: false },
    ]);
  });

  it('deliver a last event without its blank line', () => {
    expect(data('data: a\n\ndata: b')).toEqual(['a', 'b']);
  });

  it('mean the same wherever they are cut', () => {
    const text = '\uFEFF: c\r\ndata: {"a":"🙂"}\r\n\r\nevent: x\rdata: 1\rdata: 2\r\rdata: last';
    const whole = parse(text);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        expect(parse(...ends.slice(1).map((end, at) => text.slice(ends[at], end)))).toEqual(whole);
      }),
    );
  });
});

describe('what stands where an event should be', () => {
  it('a JSON line is kept, in the middle of a stream too', () => {
    expect(parse('data: a\n\n{"error":1}\n{"error":2}\n')).toEqual([
      { event: undefined, data: 'a', raw: false },
      { event: undefined, data: '{"error":1}', raw: true },
      { event: undefined, data: '{"error":2}', raw: true },
    ]);
  });

  it('a whole body over many lines is kept as one', () => {
    const body = '{\n  "error": {\n\n    "code": 503\n  }\n}';
    expect(parse(body)).toEqual([{ event: undefined, data: body, raw: true }]);
  });

  it('a page is kept as one', () => {
    const page = '<!doctype html>\n\n<title>Login</title>\n';
    expect(parse(page)).toEqual([{ event: undefined, data: page.trimEnd(), raw: true }]);
  });

  it('data that begin with a brace on a second line stay data', () => {
    expect(data('data: [1,\ndata: {"a":2}]\n\n')).toEqual(['[1,\n{"a":2}]']);
  });
});

describe('size', () => {
  it('an event of ten million characters arrives', () => {
    const image = 'A'.repeat(1_000_000);
    expect(data('data: ', ...Array.from({ length: 10 }, () => image), '\n\n')[0]).toHaveLength(10_000_000);
  });

  it('an event without an end is given up, and memory with it', () => {
    const parser = new SseParser();
    const piece = 'A'.repeat(1_000_000);
    for (let sent = 0; sent < 20; sent += 1) expect(parser.push(piece)).toEqual([]);
    expect(parser.overflowed).toBe(true);
    expect(parser.end()).toEqual([]);
  });
});
