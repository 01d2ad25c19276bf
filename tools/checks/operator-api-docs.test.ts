import { expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../../packages/domain/src/index.ts';
import { read } from './root.ts';

it('docs/operator-api.md lists every call of the operator API, and no other', () => {
  const calls = [...read('docs/operator-api.md').matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE) .*?) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, call]) => call ?? ''),
  );
  const document = parseJson(read('services/control/openapi.json'));
  const paths = isJsonObject(document) && isJsonObject(document.paths) ? document.paths : {};
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );
  expect(described.length).toBeGreaterThan(40);
  expect(calls.toSorted()).toEqual(described.toSorted());
});
