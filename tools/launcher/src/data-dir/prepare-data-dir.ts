import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, StartProblem } from '@palimpsest/runtime';
import { ensureKeyFile, newMasterKey, newOperatorKey } from './keys.ts';
import { ensureTlsMaterial } from './tls-material.ts';

export type DataDir = {
  /** Absolute. */
  readonly path: string;
  readonly operatorKey: string;
  /** Where the operator finds the key: a file, or the name of the variable that holds it. */
  readonly operatorKeyLiesIn: string;
};

/** Makes the data folder what the services expect: mode 0700, keys and certificates that are given, found or generated. */
export async function prepareDataDir(config: Config<'launcher'>, nowMs: number): Promise<DataDir> {
  const path = resolve(config.PALIMPSEST_DATA_DIR);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (error) {
    throw new StartProblem(`PALIMPSEST_DATA_DIR: ${path} cannot be made a folder of ours (${reasonOf(error)})`);
  }
  if (config.PALIMPSEST_MASTER_KEY === undefined && config.PALIMPSEST_MASTER_KEY_FILE === undefined)
    ensureKeyFile(path, 'master.key', 'PALIMPSEST_MASTER_KEY', newMasterKey);
  await ensureTlsMaterial(path, nowMs);
  const given = config.PALIMPSEST_OPERATOR_KEY;
  return {
    path,
    operatorKey: given?.reveal() ?? ensureKeyFile(path, 'operator.key', 'PALIMPSEST_OPERATOR_KEY', newOperatorKey),
    operatorKeyLiesIn: given === undefined ? join(path, 'operator.key') : 'PALIMPSEST_OPERATOR_KEY',
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
