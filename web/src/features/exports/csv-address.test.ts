import { expect, test } from 'vitest';
import { csvAddress } from './csv-address.ts';

test('a file is asked for with the filter that is set, and nothing else', () => {
  expect(csvAddress('/api/v1/exports/audit.csv', {})).toBe('/api/v1/exports/audit.csv');
  const address = csvAddress('/api/v1/exports/requests.csv', {
    model: 'a&b=c d',
    outcome: 'failed',
    user: undefined,
  });
  const { pathname, searchParams } = new URL(address, 'http://gateway.test');
  expect(pathname).toBe('/api/v1/exports/requests.csv');
  expect([...searchParams]).toEqual([
    ['model', 'a&b=c d'],
    ['outcome', 'failed'],
  ]);
});
