import type { LoggedRequest } from '@palimpsest/testkit';

const headings = ['', 'provider', 'key', 'model', 'class', 'status', 'reason', 'ms'] as const;

/** One request's chain of attempts as lines for a terminal, columns aligned. `keyNames` gives ids a name. */
export function chainTable(
  entry: Pick<LoggedRequest, 'chain'>,
  keyNames: ReadonlyMap<string, string>,
): readonly string[] {
  const rows = entry.chain.map((attempt, at) => [
    String(at + 1),
    attempt.provider,
    keyNames.get(attempt.key) ?? attempt.key,
    attempt.model,
    attempt.class,
    attempt.status === null ? '-' : String(attempt.status),
    attempt.reason ?? '',
    String(Math.round(attempt.latency_ms)),
  ]);
  const table = [[...headings], ...rows];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
