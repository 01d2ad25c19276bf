import { SimpleGrid } from '@mantine/core';
import type { UsageRow } from '../../api/schema.gen.ts';
import { count } from '../../ui/amount.ts';
import { Figure } from '../../ui/figure.tsx';
import { costWords, missingWords, operatorCostWords, operatorMissingWords } from './cost-words.ts';

/** All that was used in the days and under the filters that are chosen. */
export const UsageTotals = ({ of: total }: { readonly of: UsageRow }) => (
  <SimpleGrid component="dl" m={0} cols={{ base: 2, lg: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
    <Figure name="Requests" value={count(total.requests)}>
      Whatever came of them
    </Figure>
    <Figure name="Tokens" value={count(total.total_tokens)}>
      {count(total.prompt_tokens)} in, {count(total.cached_tokens)} of them cached, {count(total.completion_tokens)} out
    </Figure>
    <Figure name="Cost of users" value={costWords(total)}>
      {missingWords(total) ?? 'Of complete answers, and of what cancelled ones used'}
    </Figure>
    <Figure name="Operator cost" value={operatorCostWords(total)}>
      {operatorMissingWords(total) ?? 'Spent in attempts that failed'}
    </Figure>
  </SimpleGrid>
);
