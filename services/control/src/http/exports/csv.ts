export type Cell = string | number | boolean | null | undefined;

/**
 * What spreadsheets take for the start of a formula, in either width, also behind blanks and characters that are not seen; and a tab or a
 * line's end, which some drop before they look.
 */
const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const negativeNumber = /^-\d+(?:\.\d+)?$/;
const needsQuotes = /[",\r\n]/;

/**
 * One record of RFC 4180, CRLF at its end; nothing stands as an empty cell. A text that a spreadsheet would take for a formula gets an
 * apostrophe before it (OWASP, "CSV Injection"); a plain negative number stays a number.
 */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  const text = String(cell ?? '');
  const harmless = startsFormula.test(text) && !negativeNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
