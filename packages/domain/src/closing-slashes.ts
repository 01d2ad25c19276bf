/** The text without slashes at its end. A pattern for that would look at each run of slashes once for each of them. */
export function withoutClosingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
