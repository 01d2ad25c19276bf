import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, StartProblem } from '@palimpsest/runtime';

const shape = /^pgw_op_[A-Za-z0-9]{32,512}$/;

/**
 * The operator key, from the variable or from `DATA_DIR/operator.key`.
 * Throws a StartProblem of one line that says where it looked and never shows what it found.
 */
export function readOperatorKey(source: {
  readonly PALIMPSEST_DATA_DIR: string;
  readonly PALIMPSEST_OPERATOR_KEY: Secret | undefined;
}): Secret {
  if (source.PALIMPSEST_OPERATOR_KEY !== undefined) return source.PALIMPSEST_OPERATOR_KEY;
  const file = join(source.PALIMPSEST_DATA_DIR, 'operator.key');
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartProblem(`${file} cannot be read; set PALIMPSEST_OPERATOR_KEY or let \`make up\` generate it`);
  }
  if (!shape.test(text))
    throw new StartProblem(`${file} is not an operator key; allowed: pgw_op_ and at least 32 letters or digits`);
  return new Secret(text);
}

/** Compares digests, so that neither length nor content of the key can be timed. */
export const isOperatorKey = (key: Secret, presented: string): boolean =>
  timingSafeEqual(sha256(key.reveal()), sha256(presented));

/** Ties a session to the key it was opened with, without leading back to it. */
export const operatorKeyFingerprint = (key: Secret): string =>
  sha256(`palimpsest operator session|${key.reveal()}`).toString('hex').slice(0, 16);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
