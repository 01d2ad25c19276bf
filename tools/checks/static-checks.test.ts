import { describe, it } from 'vitest';
import { mustPass } from './root.ts';

const bin = (name: string): string => `node_modules/.bin/${name}`;

describe('static checks', () => {
  it('is formatted and linted', () => {
    mustPass(bin('biome'), 'check', '.');
  });

  it('has no floating promise, open switch or other fault that types reveal', () => {
    mustPass(bin('oxlint'), '--type-aware');
  });

  it('type-checks, the dashboard too', () => {
    mustPass(bin('tsc'), '-p', 'tsconfig.json');
    mustPass(bin('tsc'), '-p', 'web/tsconfig.json');
  });

  it('has no file, export or dependency that nobody uses', () => {
    mustPass(bin('knip'));
  });

  it('has fresh generated files', () => {
    mustPass(process.execPath, 'tools/generate.ts', '--check');
  });
});
