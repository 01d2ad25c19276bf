import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatEnvFile } from './env-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function init(envFile: string, ...options: string[]): { status: number | null; stderr: string } {
  writeFileSync(join(folder, '.env'), envFile);
  return spawnSync(process.execPath, [join(import.meta.dirname, 'init.ts'), join(folder, 'out'), ...options], {
    encoding: 'utf8',
    env: { PALIMPSEST_ENV_FILE: join(folder, '.env'), PALIMPSEST_DATA_DIR: join(folder, 'data') },
  });
}
const filesOf = (service: string): string[] =>
  readdirSync(join(folder, 'out', service), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b));
const read = (...names: string[]): string => readFileSync(join(folder, ...names), 'utf8');
const variablesOf = (service: string) => parseEnv(read('out', service, 'env'));

describe('init', { timeout: 30_000 }, () => {
  it('gives each service what it needs and nothing of the others', () => {
    expect(init('OPENAI_API_KEY="a b"\nPALIMPSEST_MAX_ATTEMPTS=3\n', '--redis-given').status).toBe(0);
    expect(filesOf('proxy')).toEqual(['ca.crt', 'env', 'proxy.crt', 'proxy.key']);
    expect(filesOf('metering')).toEqual(['ca.crt', 'env', 'metering.crt', 'metering.key']);
    expect(filesOf('control')).toEqual(['ca.crt', 'control.crt', 'control.key', 'env', 'master.key', 'operator.key']);
    expect(read('out/proxy/tls/proxy.key')).toBe(read('data/tls/proxy.key'));
    expect(variablesOf('control')).toEqual({ OPENAI_API_KEY: 'a b' });
    expect(variablesOf('proxy')).toEqual({ PALIMPSEST_MAX_ATTEMPTS: '3' });
    for (const service of ['proxy', 'metering', 'control']) {
      expect(statSync(join(folder, 'out', service)).mode & 0o077).toBe(0);
      expect(statSync(join(folder, 'out', service, 'env')).mode & 0o077).toBe(0);
    }
  });

  it('keeps the keys when it is run again', () => {
    init('');
    const before = read('out/control/master.key');
    init('');
    expect(read('out/control/master.key')).toBe(before);
  });

  it('takes over a master key that was changed where control has it, and never puts an older one back', () => {
    init('');
    const old = read('data/master.key');
    const changed = `${randomBytes(32).toString('base64url')}=\n`;
    writeFileSync(join(folder, 'out/control/master.key'), changed);
    expect(init('').status).toBe(0);
    expect([read('out/control/master.key'), read('data/master.key')]).toEqual([changed, changed]);
    expect(changed).not.toBe(old);
  });

  it('starts in the middle of a rotation, while there are two master keys', () => {
    init('');
    const both = `${read('data/master.key')}${randomBytes(32).toString('base64url')}=\n`;
    for (const place of ['data', 'out/control']) writeFileSync(join(folder, place, 'master.key'), both);
    expect(init('')).toMatchObject({ status: 0, stderr: '' });
    expect(read('out/control/master.key')).toBe(both);
  });

  it('has files of the keys that variables hold, and lets control go by the variables', () => {
    const variables = {
      PALIMPSEST_MASTER_KEY: `${randomBytes(32).toString('base64url')}=`,
      PALIMPSEST_OPERATOR_KEY: `pgw_op_${'a'.repeat(40)}`,
    };
    expect(init(formatEnvFile(variables))).toMatchObject({ status: 0, stderr: '' });
    expect(read('out/control/master.key')).toBe(`${variables.PALIMPSEST_MASTER_KEY}\n`);
    expect(read('out/control/operator.key')).toBe(`${variables.PALIMPSEST_OPERATOR_KEY}\n`);
    expect(variablesOf('control')).toMatchObject(variables);
    expect(filesOf('proxy')).toEqual(['ca.crt', 'env', 'proxy.crt', 'proxy.key']);
  });

  it('refuses a bad variable in one line and ends with 1', () => {
    const { status, stderr } = init('PALIMPSEST_MAX_ATTEMPTS=none\n');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^PALIMPSEST_MAX_ATTEMPTS is not .*; allowed: .*\n$/);
  });
});

describe('the Redis of services that init prepares', { timeout: 30_000 }, () => {
  it('is the one beside them where none is named, by a password that stays', () => {
    init('');
    const password = read('out/redis/password');
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(statSync(join(folder, 'out/redis/password')).mode & 0o077).toBe(0);
    expect(init('')).toMatchObject({ status: 0, stderr: '' });
    expect(read('out/redis/password')).toBe(password);
    for (const service of ['proxy', 'metering', 'control'])
      expect(variablesOf(service)).toEqual({ PALIMPSEST_REDIS_URL: `redis://:${password}@redis:6379/0` });
  });

  it('is given no password that asks for none, or that an address cannot carry', () => {
    init('');
    for (const wrong of ['', 'a b', 'a@b']) {
      writeFileSync(join(folder, 'data/redis.password'), `${wrong}\n`);
      const { status, stderr } = init('');
      expect([status, stderr]).toEqual([1, expect.stringMatching(/redis\.password holds no password; allowed: .*\n$/)]);
    }
  });

  it('is the one that variables name, which is said', () => {
    const { status, stderr } = init('PALIMPSEST_REDIS_CLUSTER=a:1,b:2\n');
    expect([status, stderr]).toEqual([0, expect.stringContaining('use the Redis that PALIMPSEST_REDIS_* names')]);
    expect(variablesOf('proxy')).toEqual({ PALIMPSEST_REDIS_CLUSTER: 'a:1,b:2' });
  });

  it('is left to who starts them where it is given, and a line says which variables do not count', () => {
    const { status, stderr } = init('PALIMPSEST_REDIS_CLUSTER=a:1\nPALIMPSEST_REDIS_PASSWORD=x\n', '--redis-given');
    expect([status, stderr]).toEqual([
      0,
      'PALIMPSEST_REDIS_CLUSTER, PALIMPSEST_REDIS_PASSWORD: left out, the services use the Redis that is started with them.\n',
    ]);
    for (const service of ['proxy', 'metering', 'control']) expect(variablesOf(service)).toEqual({});
  });
});

describe('an env file', () => {
  it('reads back as what was written, whatever quotes and signs it holds', () => {
    const variables = { A: `it's`, B: 'say "x"', C: 'a # b', D: ' spaced ', E: '$HOME\\n', F: '', G: `'"` };
    expect(parseEnv(formatEnvFile(variables))).toEqual(variables);
  });
});
