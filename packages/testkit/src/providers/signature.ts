import { createHash } from 'node:crypto';

/** A simulated provider's signature under what it thought: nobody else can make it, and it fits nothing else. */
export const signatureOf = (issuer: string, thought: string): string =>
  createHash('sha256').update(`${issuer} ${thought}`).digest('base64');
