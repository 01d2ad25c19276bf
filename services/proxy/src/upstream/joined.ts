/** What came in pieces. Most bodies come in one, which need not be copied. */
export const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
