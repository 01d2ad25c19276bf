import type { Failure } from '@palimpsest/domain';

/** Providers repeat keys in their texts, whole or in part. Pieces of this length of the secret in use are removed. */
const pieceLength = 8;

/** The text without the secret or any longer piece of it. */
export function redactSecret(text: string, secret: string): string {
  if (secret.length < pieceLength) return text.replaceAll(secret, '[redacted]');
  let clean = '';
  let at = 0;
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length += 1;
    clean += length >= pieceLength ? '[redacted]' : text.charAt(at);
    at += length >= pieceLength ? length : 1;
  }
  return clean;
}

/** A failure with nothing of the secret left in what is kept or shown: every text that a provider may have written. */
export function redactFailure({ reason, answer, ...failure }: Failure, secret: string): Failure {
  const clean = (text: string): string => redactSecret(text, secret);
  return {
    ...failure,
    reason: clean(reason),
    ...(answer === undefined
      ? {}
      : {
          answer: {
            ...answer,
            param: answer.param === null ? null : clean(answer.param),
            code: answer.code === null ? null : clean(answer.code),
            message: clean(answer.message),
          },
        }),
  };
}
