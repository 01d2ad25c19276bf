/** What was pasted as a request: its JSON, nothing at all, or why it cannot be read. */
export type Pasted = { readonly json: unknown } | { readonly fault: string };

/** Reads what was pasted; the gateway says whether it is a request. The empty text is none: `undefined`. */
export function pastedRequest(text: string): Pasted {
  if (text.trim() === '') return { json: undefined };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { fault: `This is no JSON: ${error.message}.` };
  }
}
