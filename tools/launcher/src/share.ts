import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, Service } from '@palimpsest/runtime';
import { writeSecretFile } from './data-dir/secret-file.ts';
import { formatEnvFile } from './env-file.ts';
import { serviceEnvironment } from './service-environment.ts';

export type Share = {
  /** The full data folder, prepared. */
  readonly dataDir: string;
  /** What becomes the service's own data folder. */
  readonly folder: string;
  /** For every service; each gets what it reads. */
  readonly variables: Environment;
  /** The user id that the files are given to; undefined: whoever runs this. */
  readonly owner: number | undefined;
};

const certificates = (service: Service): string[] => ['tls/ca.crt', `tls/${service}.crt`, `tls/${service}.key`];
const masterKey = 'master.key';
const operatorKey = 'operator.key';

/**
 * Gives a service a data folder that holds what it needs and nothing of the others: its certificate, for control the master and the operator
 * key as well, and in `env` the variables that it reads. The master key that control has already stays, and is taken into the full folder: it
 * is there that it changes. A key that a variable holds is written down as well, for what wants to mount a file; control goes by the variable.
 */
export function shareWith(service: Service, { dataDir, folder, variables, owner }: Share): void {
  mkdirSync(join(folder, 'tls'), { recursive: true, mode: 0o700 });
  // A volume's own folder was not made by us.
  chmodSync(folder, 0o700);
  if (existsSync(join(folder, masterKey)) && existsSync(join(dataDir, masterKey)))
    cpSync(join(folder, masterKey), join(dataDir, masterKey));
  // With PALIMPSEST_MASTER_KEY_FILE there is none.
  for (const name of service === 'control' ? [...certificates(service), masterKey, operatorKey] : certificates(service))
    if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(folder, name));
  if (service === 'control') {
    const given = { [masterKey]: variables.PALIMPSEST_MASTER_KEY, [operatorKey]: variables.PALIMPSEST_OPERATOR_KEY };
    for (const [name, key] of Object.entries(given))
      if (key !== undefined) writeSecretFile(join(folder, name), `${key}\n`);
  }
  writeSecretFile(join(folder, 'env'), formatEnvFile(serviceEnvironment(service, variables)));
  if (owner !== undefined)
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, name), owner, owner);
}
