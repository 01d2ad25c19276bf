import type { FailureEvidence } from '../provider.ts';

/** By its name is known what has no code of undici's; what its message says of headers is said of the answer's. */
export const notHttp = { name: 'HTTPParserError', code: 'HPE_UNKNOWN' };

type Thrown = { name?: string; code?: string; message?: string; cause?: { code?: string } };

/** What Node or undici threw, as evidence. */
export function transportEvidence(error: unknown): Extract<FailureEvidence, { at: 'transport' }> {
  const { name, code, message, cause } = error as Thrown;
  const unnamed = name === notHttp.name ? notHttp.code : 'UNKNOWN';
  return { at: 'transport', errorCode: code ?? cause?.code ?? unnamed, message: message ?? '' };
}

/** Headers as evidence has them: names are lower-case, repeated ones are joined. */
export function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
