import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Utf8Text } from './utf8-text.ts';

/** The text of these bytes in reads that end at these places. */
function textOf(bytes: Buffer, cuts: readonly number[]): string {
  const text = new Utf8Text();
  const ends = [...cuts].map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
  const reads = [...ends, bytes.length].map((end, at) => text.take(bytes.subarray(ends[at - 1] ?? 0, end)));
  return reads.join('') + text.end();
}

const cuts = fc.array(fc.nat(64), { maxLength: 8 });

it('is the same wherever the reads are cut', () => {
  const whole = fc.string({ unit: 'binary', maxLength: 32 });
  fc.assert(fc.property(whole, cuts, (text, at) => textOf(Buffer.from(text), at) === Buffer.from(text).toString()));
});

it('is the same for bytes that are no UTF-8', () => {
  const some = fc.constantFrom(0x41, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xf8, 0xff);
  const bytes = fc.array(some, { maxLength: 16 }).map((list) => Buffer.from(list));
  fc.assert(fc.property(bytes, cuts, (given, at) => textOf(given, at) === given.toString()));
});

it('gives each character as soon as it is whole', () => {
  const text = new Utf8Text();
  const reads = [...Buffer.from('aé€😀')].map((byte) => text.take(Buffer.from([byte])));
  expect(reads).toEqual(['a', '', 'é', '', '', '€', '', '', '', '😀']);
});
