import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'bin-'));
});
afterEach(() => rmSync(bin, { recursive: true }));

/** A machine that has these programs and no others; each is a shell script. */
function findOn(programs: Readonly<Record<string, string>>): { readonly found: string; readonly problem: string } {
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const module = new URL('find-server.ts', import.meta.url).href;
  const code = `import { findRedisServer } from '${module}';
    try { console.log(findRedisServer((line) => console.log(line))); } catch (error) { console.error(error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    encoding: 'utf8',
    env: { PATH: bin },
  });
  return { found: stdout.trim(), problem: stderr.trim() };
}

describe('the Redis of this machine', () => {
  it('is redis-server, or else valkey-server', () => {
    expect(findOn({ 'valkey-server': 'exit 0' }).found).toBe('valkey-server');
    expect(findOn({ 'redis-server': 'exit 0' }).found).toBe('redis-server');
  });

  it('is installed where there is none and we may', () => {
    const install = `case "$*" in *install*) printf '#!/bin/sh\\n' > ${bin}/redis-server; /bin/chmod 755 ${bin}/redis-server;; esac`;
    const { found } = findOn({ 'apt-get': install, sudo: 'shift; "$@"' });
    expect(found.split('\n').at(-1)).toBe('redis-server');
    expect(found).toMatch(/^installing Redis: .*apt-get update/);
  });

  it('is asked for in one line that says exactly what to do', () => {
    const { found, problem } = findOn({});
    expect(found).toBe('');
    expect(problem).toMatch(
      /^Redis is needed and was not found: install .*apt-get install redis-server.* or set PALIMPSEST_REDIS_URL/,
    );
    expect(problem.split('\n')).toHaveLength(1);
  });
});
