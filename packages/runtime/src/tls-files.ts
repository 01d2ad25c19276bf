import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from './config/start-problem.ts';
import type { Service } from './config/variable.ts';

/** PEM: the authority that both ends trust, and this service's own certificate (CN = its name) and key. */
export type TlsFiles = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };

/** Reads `DATA_DIR/tls/`. Throws a StartProblem that names the file it cannot read. */
export function readTlsFiles(dataDir: string, service: Service): TlsFiles {
  const read = (name: string): Buffer => {
    const file = join(dataDir, 'tls', name);
    try {
      return readFileSync(file);
    } catch {
      throw new StartProblem(`PALIMPSEST_DATA_DIR: ${file} cannot be read; \`make up\` generates it`);
    }
  };
  return { ca: read('ca.crt'), cert: read(`${service}.crt`), key: read(`${service}.key`) };
}
