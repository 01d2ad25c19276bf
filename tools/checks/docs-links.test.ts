import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from './root.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root }).toSorted();
const names = new Set(
  globSync(['*.*', '{packages,services,tools,tests,web,deploy,proto,docs}/**/*.*'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((file) => basename(file)),
);

const folder = /(?:packages|services|tools|tests|web|deploy|proto|docs|toolchain|\.ci)\//;
const path = new RegExp(`^${folder.source}[\\w./<>*-]*$`);
const fileName = /^[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|lua|proto|md|mjs|yaml)$/;

/** What a document names and the work tree does not have. */
function missingFrom(document: string, text: string): string[] {
  return [
    ...linksOf(text).filter((link) => !leadsTo(document, link)),
    ...pathsOf(text).filter((named) => !exists(named)),
  ];
}

const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?<link>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.link ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));

/** Paths and file names in backticks, and paths at the beginning of a line in a drawing of the tree. */
function pathsOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words ?? '');
  const drawn = [...text.matchAll(new RegExp(`(?<=^| {3})(${folder.source}\\S*)(?= {2}|$)`, 'gm'))].map(
    ([, words]) => words ?? '',
  );
  return [...quoted, ...drawn].filter((words) => path.test(words) || fileName.test(words));
}

function leadsTo(document: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : relative(root, join(root, dirname(document), file));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** As GitHub makes them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** A name in angle brackets stands for any. */
const exists = (named: string): boolean =>
  named.includes('/') ? globSync(named.replaceAll(/<[^>]+>/g, '*'), { cwd: root }).length > 0 : names.has(named);

describe('README, CONTRIBUTING and docs/', () => {
  it('name nothing that is not there', () => {
    const missing = documents.flatMap((document) =>
      missingFrom(document, read(document)).map((what) => `${document}: ${what}`),
    );
    expect(missing).toEqual([]);
  });

  it('are all looked at', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/decisions/README.md']),
    );
  });

  it('would not get away with a wrong link, anchor, path or name', () => {
    const text = [
      '[a](docs/gone.md) [b](#no-such-heading) [c](CONTRIBUTING.md#gone) [d](https://example.com/gone)',
      '`packages/gone.ts` `services/<any>/gone` `gone.lua` `packages/<any>/src/index.ts` `data/gone`',
      'services/gone/   what is drawn   web/gone/  twice',
      '# Real',
    ].join('\n');
    expect(missingFrom('README.md', text)).toEqual([
      'docs/gone.md',
      '#no-such-heading',
      'CONTRIBUTING.md#gone',
      'packages/gone.ts',
      'services/<any>/gone',
      'gone.lua',
      'services/gone/',
      'web/gone/',
    ]);
  });
});
