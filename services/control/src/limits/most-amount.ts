/** The most requests, tokens or slots that a limit may allow: beyond this a counter would lose its last digits on the way through Redis. */
export const mostAmount = 1_000_000_000_000;
