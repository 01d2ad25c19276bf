const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const openBracket = 0x5b;

/** The index of the quotation mark that ends the text which begins at `from`; where none does, that of the end of everything. */
export function endOfText(json: string, from: number): number {
  let end = from;
  do end = json.indexOf('"', end + 1);
  while (isEscaped(json, end));
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}

/** Whether a JSON text has more than `most` values. */
export const holdsMoreThan = (json: string, most: number): boolean => countValues(json, most) > most;

/**
 * The commas, objects and lists of a JSON text outside of its texts: as many as it has values, or a few less. Counted no further than one
 * above `most`.
 */
export function countValues(json: string, most: number): number {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === quote) at = endOfText(json, at);
    else if (letter === comma || letter === openBrace || letter === openBracket) {
      values += 1;
      if (values > most) break;
    }
  }
  return values;
}
