import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from './root.ts';

/** Of Node.js's own modules those that are loaded when `module` has been. */
function loadedBy(module: string): string {
  const source = `await import(${JSON.stringify(module)}); console.log(process.moduleLoadList.join());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
    cwd: root,
  });
  expect(stderr).toBe('');
  return stdout;
}

const ownClient = 'internal/deps/undici/undici';

describe("Node.js's own HTTP client, of which nobody makes use", () => {
  it('is not loaded by a proxy', () => {
    const loaded = loadedBy(pathToFileURL(`${root}/services/proxy/src/start-proxy.ts`).href);
    expect(loaded).toContain('NativeModule http');
    expect(loaded).not.toContain(ownClient);
  });

  it('would be by an import of node:http', () => {
    expect(loadedBy('node:http')).toContain(ownClient);
  });
});
