import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problems } from './problem.ts';

const page = readFileSync(new URL('../../../../docs/operator-api.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code, Number(status)]);

describe('the problems of the operator API', () => {
  it('are documented with their status, each of them and no other', () => {
    const known = Object.entries(problems).map(([code, { status }]) => [code, status]);
    expect(documented).toEqual(known);
    expect(known.length).toBeGreaterThan(10);
  });
});
