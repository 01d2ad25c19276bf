import { type MasterKeyBytes, type MasterKeySource, masterKeyFile, readMasterKeys } from '../vault/master-key.ts';
import { type Replaced, replaceKeyFile } from './key-file.ts';

/** Where the master key lies. */
export type KeyPlace = {
  /** For people: a path or the name of a variable. */
  readonly name: string;
  /** Throws a StartProblem where there is no master key. */
  readonly read: () => MasterKeyBytes;
  /** Why it cannot be replaced; `undefined` once it is. */
  readonly replace: (keys: MasterKeyBytes) => Replaced;
};

export function keyPlace(source: MasterKeySource): KeyPlace {
  const file = masterKeyFile(source);
  return {
    name: file ?? 'PALIMPSEST_MASTER_KEY',
    read: () => readMasterKeys(source),
    replace: (keys) => (file === undefined ? 'a variable' : replaceKeyFile(file, keys)),
  };
}
