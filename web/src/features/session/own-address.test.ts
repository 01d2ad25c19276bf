import { expect, it } from 'vitest';
import { ownAddress } from './own-address.ts';

it('leads nowhere but to pages of this dashboard', () => {
  expect(ownAddress('/requests?outcome=failed')).toBe('/requests?outcome=failed');
  for (const foreign of ['https://evil.example', '//evil.example', '/\\evil.example', 'keys', '', undefined, 7])
    expect(ownAddress(foreign)).toBeUndefined();
});
