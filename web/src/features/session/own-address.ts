/** An address of this dashboard to go to, or `undefined` for anything else: a link must not lead a new session elsewhere. */
export const ownAddress = (address: unknown): string | undefined =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : undefined;
