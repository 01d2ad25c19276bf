import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { StartProblem, variables } from '@palimpsest/runtime';
import { readSecretFile, writeSecretFile } from './secret-file.ts';

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 random bytes in URL-safe base64 with padding: the Fernet key format. */
export const newMasterKey = (): string => `${randomBytes(32).toString('base64url')}=`;

/** `pgw_op_` and 40 random letters or digits, 238 bits. */
export const newOperatorKey = (): string =>
  `pgw_op_${Array.from({ length: 40 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')}`;

type KeyVariable = 'PALIMPSEST_MASTER_KEY' | 'PALIMPSEST_OPERATOR_KEY';

/** The key in `DATA_DIR/<name>`, generated where there is none. Throws a StartProblem where the file holds something else. */
export function ensureKeyFile(dataDir: string, name: string, variable: KeyVariable, generate: () => string): string {
  const file = join(dataDir, name);
  const found = readSecretFile(file);
  if (found === undefined) {
    const key = generate();
    writeSecretFile(file, `${key}\n`);
    return key;
  }
  const { schema, allowed } = variables[variable].kind;
  if (!schema.safeParse(found).success) throw new StartProblem(`${file} holds no valid key; allowed: ${allowed}`);
  return found;
}
