import { expect, it } from 'vitest';
import { auditSearch, filterOf, isNarrowed } from './audit-search.ts';

it('reads the filter from an address, and overrides what it does not understand', () => {
  const search = auditSearch({ actor: 'somebody', action: 'key', target: 42, span: 'today' });
  expect(search).toEqual({ action: 'key', target: '42', span: 'today' });
  expect(Object.keys(search)).toContain('actor');
});

it('asks for whole days, and for everything where nothing is chosen', () => {
  expect(filterOf({ span: 'today', actor: 'import' }, '2026-03-01')).toEqual({
    actor: 'import',
    from: '2026-03-01T00:00:00Z',
    to: '2026-03-02T00:00:00Z',
  });
  expect(isNarrowed(filterOf({}, '2026-03-01'))).toBe(false);
  expect(isNarrowed(filterOf({ target: 'key_1' }, '2026-03-01'))).toBe(true);
});
