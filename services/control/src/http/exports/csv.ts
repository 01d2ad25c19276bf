export type Cell = string | number | boolean | null | undefined;

/** What spreadsheets take for the start of a formula. */
const startsFormula = /^[=+\-@\t\r]/;
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
