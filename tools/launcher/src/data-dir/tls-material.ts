import { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@palimpsest/runtime';
import { createAuthority, issueLeaf, type Pair } from './certificates.ts';
import { readSecretFile, writeSecretFile } from './secret-file.ts';

const renewBeforeMs = 30 * 86_400_000;
const services = ['control', 'metering', 'proxy'] as const satisfies readonly Service[];

/**
 * Sees to `DATA_DIR/tls`: one authority and a certificate for each service. What is missing, ends within 30 days or was signed by
 * another authority is issued anew. Says which were issued.
 */
export async function ensureTlsMaterial(dataDir: string, nowMs: number): Promise<readonly string[]> {
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const issued: string[] = [];

  let authority = readPair(folder, 'ca');
  if (authority === undefined || endsSoon(authority, nowMs)) {
    authority = await createAuthority(nowMs);
    writePair(folder, 'ca', authority);
    issued.push('ca');
  }
  for (const service of services) {
    const leaf = readPair(folder, service);
    if (leaf !== undefined && !endsSoon(leaf, nowMs) && isSignedBy(leaf, authority)) continue;
    writePair(folder, service, await issueLeaf(authority, service, nowMs));
    issued.push(service);
  }
  return issued;
}

function readPair(folder: string, name: string): Pair | undefined {
  const cert = readSecretFile(join(folder, `${name}.crt`));
  const key = readSecretFile(join(folder, `${name}.key`));
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function writePair(folder: string, name: string, { cert, key }: Pair): void {
  writeSecretFile(join(folder, `${name}.key`), `${key}\n`);
  writeSecretFile(join(folder, `${name}.crt`), `${cert}\n`);
}

const endsSoon = ({ cert }: Pair, nowMs: number): boolean =>
  new X509Certificate(cert).validToDate.getTime() - nowMs < renewBeforeMs;

const isSignedBy = ({ cert }: Pair, authority: Pair): boolean =>
  new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey);
