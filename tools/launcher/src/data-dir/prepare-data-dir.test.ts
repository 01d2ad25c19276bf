import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@palimpsest/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDir } from './prepare-data-dir.ts';

const dayMs = 86_400_000;
let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-dir-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

const prepare = (environment: Record<string, string> = {}, nowMs = Date.now()) =>
  prepareDataDir(loadConfig('launcher', { PALIMPSEST_DATA_DIR: folder, ...environment }), nowMs);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const mode = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
const certificate = (name: string): X509Certificate => new X509Certificate(read(`tls/${name}.crt`));

describe('the data folder', () => {
  it('holds keys and certificates that only its owner can read', async () => {
    const { operatorKey, operatorKeyLiesIn } = await prepare();
    expect(read('master.key')).toMatch(/^[\w-]{43}=\n$/);
    expect(Buffer.from(read('master.key'), 'base64url')).toHaveLength(32);
    expect(operatorKey).toMatch(/^pgw_op_[A-Za-z0-9]{40}$/);
    expect(read('operator.key')).toBe(`${operatorKey}\n`);
    expect(operatorKeyLiesIn).toBe(join(folder, 'operator.key'));
    expect([mode(''), mode('tls')]).toEqual(['700', '700']);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files).toHaveLength(10);
    for (const { parentPath, name } of files) expect(statSync(join(parentPath, name)).mode & 0o077).toBe(0);
  });

  it('keeps what it has', async () => {
    await prepare();
    const names = ['master.key', 'operator.key', 'tls/ca.crt', 'tls/proxy.crt', 'tls/proxy.key'];
    const before = names.map(read);
    await prepare();
    expect(names.map(read)).toEqual(before);
  });

  it('generates no key that is given otherwise', async () => {
    const given = `pgw_op_${'a'.repeat(32)}`;
    const { operatorKey, operatorKeyLiesIn } = await prepare({
      PALIMPSEST_OPERATOR_KEY: given,
      PALIMPSEST_MASTER_KEY: `${'A'.repeat(43)}=`,
    });
    expect([operatorKey, operatorKeyLiesIn]).toEqual([given, 'PALIMPSEST_OPERATOR_KEY']);
    expect(readdirSync(folder)).toEqual(['tls']);
  });

  it('closes what others may read', async () => {
    await prepare();
    chmodSync(join(folder, 'master.key'), 0o644);
    chmodSync(folder, 0o755);
    await prepare();
    expect([mode('master.key'), mode('')]).toEqual(['600', '700']);
  });

  it('refuses a file that holds no key, without showing it', async () => {
    await prepare();
    writeFileSync(join(folder, 'master.key'), 'hunter2\n');
    await expect(prepare()).rejects.toThrow(
      `${join(folder, 'master.key')} holds no valid key; allowed: 32 bytes in URL-safe base64`,
    );
  });

  it('says so when it cannot be made', async () => {
    writeFileSync(folder, '');
    await expect(prepare()).rejects.toThrow(`PALIMPSEST_DATA_DIR: ${folder} cannot be made a folder of ours (EEXIST)`);
  });
});

describe('the certificates', () => {
  it('name one service each, serve both ends, and are signed by our own authority', async () => {
    await prepare();
    const authority = certificate('ca');
    expect(authority.ca).toBe(true);
    for (const service of ['control', 'metering', 'proxy']) {
      const leaf = certificate(service);
      expect(leaf.subject).toBe(`CN=${service}`);
      expect(leaf.verify(authority.publicKey)).toBe(true);
      expect(leaf.ca).toBe(false);
      for (const host of [service, 'localhost']) expect(leaf.checkHost(host)).toBe(host);
      for (const ip of ['127.0.0.1', '::1']) expect(leaf.checkIP(ip)).toBe(ip);
      expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    }
  });

  it('are issued anew a month before they end, by the same authority', async () => {
    const nowMs = Date.now();
    await prepare({}, nowMs);
    const [ca, leaf] = [read('tls/ca.crt'), read('tls/proxy.crt')];
    await prepare({}, nowMs + 330 * dayMs);
    expect(read('tls/proxy.crt')).toBe(leaf);
    await prepare({}, nowMs + 340 * dayMs);
    expect(read('tls/proxy.crt')).not.toBe(leaf);
    expect(read('tls/ca.crt')).toBe(ca);
    expect(certificate('proxy').verify(certificate('ca').publicKey)).toBe(true);
  });

  it('are all issued anew with a new authority', async () => {
    await prepare();
    const leaf = read('tls/proxy.crt');
    rmSync(join(folder, 'tls/ca.key'));
    await prepare();
    expect(read('tls/proxy.crt')).not.toBe(leaf);
    expect(certificate('proxy').verify(certificate('ca').publicKey)).toBe(true);
  });
});
