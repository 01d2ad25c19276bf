import type { UsageRow } from '../../api/schema.gen.ts';
import { count, counted, usd } from '../../ui/amount.ts';
import { costWords, operatorCostWords } from './cost-words.ts';
import type { Measure } from './usage-search.ts';

/** What a row has of a measure, in words: `12 requests`, `$0.0035`. */
export function measureWords(row: UsageRow | undefined, measure: Measure): string {
  switch (measure) {
    case 'requests':
      return counted(row?.requests ?? 0, 'request');
    case 'total_tokens':
      return `${count(row?.total_tokens ?? 0)} tokens`;
    case 'cost':
      return row === undefined ? usd('0') : costWords(row);
    case 'operator_cost':
      return row === undefined ? usd('0') : operatorCostWords(row);
  }
}
