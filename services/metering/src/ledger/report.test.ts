import { expect, it } from 'vitest';
import { reportText } from './report.ts';

const checked = { requests: 1, days: 1, counters: 2 };
const difference = { book: 'user counter', subject: 'usr_1', figure: 'requests', expected: 3n, found: 1n } as const;

it('says what was checked in words that agree with their figures', () => {
  const text = reportText({ differences: [], explained: [], checked });
  expect(text).toBe(
    'Checked 1 request of the log, 1 day of sums, 2 counters of users and keys.\nThe books balance: 0 differences.',
  );
});

it('draws a line for each difference', () => {
  const text = reportText({ differences: [difference], explained: [], checked });
  expect(text).toContain('The books do not balance: 1 difference.');
  expect(text).toMatch(/user counter +usr_1 +requests +3 +1 +-2$/);
});
