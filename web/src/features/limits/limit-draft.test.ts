import { expect, it } from 'vitest';
import { limitBody, limitDraft, newLimit } from './limit-draft.ts';

const window = { period: 'month' as const, time_zone: 'Europe/Berlin', enforce: false };

it('sends money as the text that was typed, never as a floating-point number', () => {
  expect(limitBody({ ...newLimit('1'), metric: 'cost', amount: ' 0.100000001 ' })).toMatchObject({
    metric: 'cost',
    amount: '0.100000001',
  });
});

it('sends a stored limit back as it was', () => {
  for (const limit of [
    { metric: 'requests' as const, amount: 200, ...window },
    { metric: 'tokens' as const, amount: 5, ...window, models: ['gpt-4o'] },
    { metric: 'cost' as const, amount: '2.50', ...window },
    { metric: 'concurrent' as const, amount: 4 },
  ])
    expect(limitBody(limitDraft(limit, '1'))).toEqual(limit);
});
