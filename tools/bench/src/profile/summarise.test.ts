import { describe, expect, it } from 'vitest';
import { packageOf } from './package-of.ts';
import { summarise } from './summarise.ts';

const frame = (functionName: string, url = 'bundle') => ({ functionName, url, lineNumber: 0, columnNumber: 0 });

describe('a profile', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('serve'), children: [2, 3] },
      { id: 2, callFrame: frame('request'), children: [4] },
      { id: 3, callFrame: frame('(idle)', '') },
      { id: 4, callFrame: frame('serve') },
    ],
    samples: [1, 2, 2, 3, 4],
    timeDeltas: [1000, 2000, 3000, 90_000, 4000],
  };
  const origins: Record<string, string> = {
    serve: 'services/proxy/src/request-path.ts:1',
    request: 'node_modules/.pnpm/undici@8/node_modules/undici/lib/api.js:2',
  };
  const summary = summarise(profile, ({ functionName }) => origins[functionName] ?? '');

  it('leaves idle time out and gives every other sample to one function and one package', () => {
    expect(summary.busyMs).toBe(10);
    expect(summary.byPackage.map(({ name, ms }) => [name, ms])).toEqual([
      ['services/proxy', 5],
      ['undici', 5],
    ]);
  });

  it('counts a function that calls itself once with what it called', () => {
    expect(summary.withCalled).toEqual([{ name: `serve  ${origins.serve}`, ms: 10, share: 1 }]);
  });
});

describe('the package of a source', () => {
  it.each([
    ['node_modules/.pnpm/@a+b@1/node_modules/@a/b/x.js:3', '@a/b'],
    ['services/proxy/src/admission/admit.ts:34', 'services/proxy admission'],
    ['packages/state/src/script.ts:9', 'packages/state'],
    ['node:internal/streams/readable', 'node:internal/streams/readable'],
  ])('%s is of %s', (origin, name) => {
    expect(packageOf(origin)).toBe(name);
  });
});
