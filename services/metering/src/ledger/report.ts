export const ledgerBooks = ['request log', 'day sums', 'pulse', 'user counter', 'key counter', 'usage stream'] as const;

/** One figure of which two books say different things. Amounts are whole requests, tokens, nano-USD or entries. */
export type Difference = {
  readonly book: (typeof ledgerBooks)[number];
  /** Whose figure it is: a partition and its day, a user, the quota tag of a key. */
  readonly subject: string;
  readonly figure: string;
  readonly expected: bigint;
  readonly found: bigint;
};

export type LedgerReport = {
  readonly differences: readonly Difference[];
  /** What is no difference but looks like one: reservations in flight, events on their way, what can no longer be checked. */
  readonly explained: readonly string[];
  readonly checked: { readonly requests: number; readonly days: number; readonly counters: number };
};

const columns = ['book', 'subject', 'figure', 'expected', 'found', 'difference'] as const;

/** The report as a person reads it: what was checked, what explains itself, and a table of the differences. */
export function reportText({ differences, explained, checked }: LedgerReport): string {
  const { requests, days, counters } = checked;
  const lines = [
    `Checked ${counted(requests, 'request')} of the log, ${counted(days, 'day')} of sums, ${counted(counters, 'counter')} of users and keys.`,
    ...explained.map((line) => `  ${line}`),
  ];
  if (differences.length === 0) return [...lines, 'The books balance: 0 differences.'].join('\n');
  const rows = differences.map(({ book, subject, figure, expected, found }) => {
    const more = found - expected;
    return [book, subject, figure, `${expected}`, `${found}`, `${more > 0n ? '+' : ''}${more}`];
  });
  const table = [[...columns], ...rows];
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const drawn = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return [...lines, `The books do not balance: ${count}.`, '', ...drawn].join('\n');
}

const counted = (amount: number, one: string): string => `${amount} ${amount === 1 ? one : `${one}s`}`;
