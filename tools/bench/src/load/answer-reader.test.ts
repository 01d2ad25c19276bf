import { describe, expect, it } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nx-a: b\r\n\r\nhello';
const chunked = 'HTTP/1.1 429 Too Many\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
const empty = 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n';

/** What a reader finds in this text, cut at every place. */
function readAtEveryCut(text: string): unknown[] {
  return Array.from({ length: text.length - 1 }, (_, index) => {
    const reader = new AnswerReader();
    const parts = [text.slice(0, index + 1), text.slice(index + 1)];
    return parts.map((part) => reader.take(Buffer.from(part))).filter((answer) => answer !== undefined);
  });
}

describe('an answer', () => {
  it.each([
    ['with a length', plain, { status: 200, bodyBytes: 5 }],
    ['in chunks', chunked, { status: 429, bodyBytes: 13 }],
    ['without a body', empty, { status: 204, bodyBytes: 0 }],
  ])('%s is found once and whole, wherever it was cut', (_, text, answer) => {
    for (const found of readAtEveryCut(text)) expect(found).toEqual([answer]);
  });

  it('is told from the next on the same connection', () => {
    const reader = new AnswerReader();
    const statuses = [plain, chunked, empty, plain].map((text) => reader.take(Buffer.from(text))?.status);
    expect(statuses).toEqual([200, 429, 204, 200]);
  });

  it('that is not over is none', () => {
    expect(new AnswerReader().take(Buffer.from(plain.slice(0, -1)))).toBeUndefined();
    expect(new AnswerReader().take(Buffer.from(chunked.slice(0, -1)))).toBeUndefined();
  });
});
