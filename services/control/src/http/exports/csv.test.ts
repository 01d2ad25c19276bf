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
  unit: fc.constantFrom('"', ',', '\r', '\n', '\t', '=', '+', '-', '@', "'", ' ', '1', '.', 'ä'),
});
const text = fc.oneof(awkward, fc.string({ unit: 'grapheme' }));

describe('a CSV record', () => {
  it('is read back by a strict reader as it was written, for every text', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const seen = readStrictly(rows.map(csvRecord).join(''));
        const armed = (cell: string) =>
          '=+-@\t\r'.includes(cell.charAt(0)) && cell !== '' && Number.isNaN(Number(cell));
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
        for (const cell of readStrictly(csvRecord(row)).flat()) expect(cell).toMatch(/^(?![=+\-@\t\r])|^-\d+(\.\d+)?$/);
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
