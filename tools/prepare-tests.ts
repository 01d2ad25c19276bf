/**
 * Brings what the tests need and no lockfile holds: redis-server, HAProxy and Chromium from the system's packages where they may be installed, and
 * the Python SDK of OpenAI in `.cache/python`. What cannot be had is said; the tests that need it then say that they are skipped, or fail.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const succeeds = (file: string, ...args: string[]): boolean => spawnSync(file, args, { stdio: 'ignore' }).status === 0;
const runs = (file: string, ...args: string[]): boolean =>
  spawnSync(file, args, { stdio: 'inherit', cwd: root }).status === 0;

function installPackages(): void {
  const missing = [
    ...(succeeds('redis-server', '--version') || succeeds('valkey-server', '--version') ? [] : ['redis-server']),
    ...(existsSync('/usr/bin/chromium') ? [] : ['chromium']),
    ...(succeeds('haproxy', '-v') || existsSync('/usr/sbin/haproxy') ? [] : ['haproxy']),
  ];
  if (missing.length === 0) return;
  const asRoot = process.getuid?.() === 0 ? ['env'] : ['sudo', '-n', 'env'];
  const [file, ...before] = [...asRoot, 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get'];
  const installed =
    succeeds('apt-get', '--version') &&
    runs(file, ...before, 'update', '-qq') &&
    runs(file, ...before, 'install', '-y', '-qq', '--no-install-recommends', ...missing);
  if (!installed) console.warn(`not installed, and needed by some tests: ${missing.join(', ')}`);
}

function installPythonSdk(): void {
  const wanted = readFileSync(join(root, 'tests/e2e/python/requirements.txt'), 'utf8');
  const venv = join(root, '.cache/python');
  const stamp = join(venv, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const installed =
    runs('python3', '-m', 'venv', '--clear', venv) &&
    runs(
      join(venv, 'bin/pip'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '-r',
      'tests/e2e/python/requirements.txt',
    );
  if (installed) writeFileSync(stamp, wanted);
  else console.warn('no Python with venv, or no package index: the tests with the Python SDK are skipped');
}

installPackages();
installPythonSdk();
