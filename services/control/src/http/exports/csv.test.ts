import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

/** RFC 4180, section 2, word for word; whatever it does not allow is a fault. */
function readStrictly(text: string): string[][] {
  const records: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const found = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (found === null) throw new Error(`no RFC 4180 at ${JSON.stringify(rest.slice(0, 40))}`);
    const [whole, quoted, plain = '', end] = found;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') records.push([]);
    rest = rest.slice(whole.length);
  }
  return records.slice(0, -1);
}

const awkward = fc.string({
  unit: fc.constantFrom(
    '"',
    ',',
    '\r',
    '\n',
    '\t',
    '=',
    '+',
    '-',
    '@',
    "'",
    ' ',
    '1',
    '.',
    'ä',
    '\u00a0',
    '\0',
    '\uff1d',
  ),
});
/** A sign that begins a formula, behind whatever a spreadsheet skips. */
const runs = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

const text = fc.oneof(awkward, fc.string({ unit: 'grapheme' }));

describe('a CSV record', () => {
  it('is read back by a strict reader as it was written, for every text', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const seen = readStrictly(rows.map(csvRecord).join(''));
        const armed = (cell: string) => runs.test(cell) && Number.isNaN(Number(cell));
        expect(seen.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        for (const [at, row] of rows.entries())
          for (const [place, cell] of row.entries()) {
            const shown = seen[at]?.[place];
            if (armed(cell)) expect(shown).toBe(`'${cell}`);
            else expect([cell, `'${cell}`]).toContain(shown);
          }
      }),
    );
  });

  it('never holds a cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (row) => {
        for (const cell of readStrictly(csvRecord(row)).flat())
          expect([cell, runs.test(cell) && !/^-\d+(\.\d+)?$/.test(cell)]).toEqual([cell, false]);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+cmd', "'-1+cmd"],
    ['-1\n', `"'-1\n"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    [' =1+1', "' =1+1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\0=1', "'\0=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\n=1', `"'\n=1"`],
    ['\uff1d1', "'\uff1d1"],
    ['-0.0035', '-0.0035'],
    [-7, '-7'],
    [null, ''],
    [undefined, ''],
    [false, 'false'],
    ['a "b", c', '"a ""b"", c"'],
    ["o'clock = 5", "o'clock = 5"],
  ])('writes %j as %j', (cell, written) => {
    expect(csvRecord([cell])).toBe(`${written}\r\n`);
  });
});
