import { SimpleGrid } from '@mantine/core';
import type { Overview } from '../../api/schema.gen.ts';
import { count, percent, shortCount } from '../../ui/amount.ts';
import { Figure } from '../../ui/figure.tsx';
import { costWords, missingWords, operatorCostWords, operatorMissingWords } from '../usage/cost-words.ts';

/** What the gateway did in the last 24 hours. */
export function TrafficFigures({ of: traffic }: { readonly of: NonNullable<Overview['traffic']> }) {
  const { succeeded, failed, rejected, cancelled, abandoned, failovers } = traffic;
  const others = [
    [failed, 'failed'],
    [rejected, 'rejected'],
    [cancelled, 'cancelled'],
    [abandoned, 'abandoned'],
    [traffic.metering_lag, 'not counted yet'],
  ] as const;
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, lg: 3 }} spacing={{ base: 'sm', sm: 'md' }}>
      <Figure name="Requests" value={count(traffic.requests)}>
        {[
          `${count(succeeded)} succeeded`,
          ...others.filter(([amount]) => amount > 0).map(([amount, word]) => `${count(amount)} ${word}`),
        ].join(', ')}
      </Figure>
      <Figure name="Failovers" value={count(failovers)}>
        Requests that needed more than one attempt
      </Figure>
      <Figure name="Error rate" value={percent(traffic.error_rate)}>
        Failed and abandoned, of all that were not rejected
      </Figure>
      <Figure name="Cost of users" value={<span title={missingWords(traffic)}>{costWords(traffic)}</span>}>
        Beside it, attempts that failed: <span title={operatorMissingWords(traffic)}>{operatorCostWords(traffic)}</span>
      </Figure>
      <Figure name="Tokens" value={<span title={count(traffic.total_tokens)}>{shortCount(traffic.total_tokens)}</span>}>
        In and out
      </Figure>
      <Figure name="Active sessions" value={count(traffic.active_sessions)}>
        With an answer that is not older than they are kept
      </Figure>
    </SimpleGrid>
  );
}
