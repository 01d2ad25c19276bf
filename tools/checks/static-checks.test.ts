import { describe, expect, it } from 'vitest';
import { run } from './root.ts';

const passes = { ok: true, output: expect.any(String) };
const bin = (name: string): string => `node_modules/.bin/${name}`;

describe('static checks', () => {
  it('is formatted and linted', () => {
    expect(run(bin('biome'), 'check', '.')).toEqual(passes);
  });

  it('has no floating promise, open switch or other fault that types reveal', () => {
    expect(run(bin('oxlint'), '--type-aware')).toEqual(passes);
  });

  it('type-checks, the dashboard too', () => {
    expect(run(bin('tsc'), '-p', 'tsconfig.json')).toEqual(passes);
    expect(run(bin('tsc'), '-p', 'web/tsconfig.json')).toEqual(passes);
  });

  it('has no file, export or dependency that nobody uses', () => {
    expect(run(bin('knip'))).toEqual(passes);
  });

  it('has fresh generated files', () => {
    expect(run(process.execPath, 'tools/generate.ts', '--check')).toEqual(passes);
  });
});
