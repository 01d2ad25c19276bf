import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, run } from './root.ts';

const passes = { ok: true, output: '' };
const buf = 'packages/contracts/node_modules/.bin/buf';
const git = (...args: string[]) => run('git', ...args);

describe('proto/', () => {
  it('is linted and formatted', () => {
    expect(run(buf, 'lint', 'proto')).toEqual(passes);
    expect(run(buf, 'format', '--diff', '--exit-code', 'proto')).toEqual(passes);
  });

  it('breaks no contract that stood before', (context) => {
    const before = contractsBefore();
    if (before === undefined) return context.skip('the history holds no earlier proto/');
    expect(run(buf, 'breaking', 'proto', '--against', `.git#ref=${before},subdir=proto`)).toEqual(passes);
  });
});

/** The commit whose contracts the present ones follow: the last one where they are being edited, else the one before their last change. */
function contractsBefore(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const edited = !git('diff', '--quiet', 'HEAD', '--', 'proto/palimpsest').ok;
  const last = git('log', '-1', '--format=%H', '--', 'proto/palimpsest').output.trim();
  const before = edited ? 'HEAD' : `${last}^`;
  const found = git('rev-parse', '--verify', '--quiet', `${before}:proto/palimpsest`).ok;
  return found ? git('rev-parse', before).output.trim() : undefined;
}
