import type { UsageRow } from '@palimpsest/contracts';
import { formatUsd } from '@palimpsest/domain';
import type { z } from 'zod';
import type { usageRowSchema } from './schemas.ts';

/** One row of sums as it is shown; it has only the fields that were grouped by. */
export const usageView = (sums: UsageRow): z.output<typeof usageRowSchema> => {
  const { userId, keyId, promptTokens, cachedTokens, completionTokens, totalTokens, ...row } = sums;
  return {
    day: row.day,
    model: row.model,
    provider: row.provider,
    requests: row.requests,
    user: userId,
    key: keyId,
    prompt_tokens: promptTokens,
    cached_tokens: cachedTokens,
    completion_tokens: completionTokens,
    total_tokens: totalTokens,
    cost: costOf(sums),
    unpriced_requests: row.unpricedRequests,
    operator_cost: operatorCostOf(sums),
    unpriced_attempts: row.unpricedAttempts,
  };
};

/** What users were charged, as a decimal string in USD; `null` where nothing was, and something had no price. */
export const costOf = ({ cost, unpricedRequests }: Pick<UsageRow, 'cost' | 'unpricedRequests'>): string | null =>
  cost === 0n && unpricedRequests > 0 ? null : formatUsd(cost);

/** What failed attempts spent, as a decimal string in USD; `null` where nothing had a price, and something was used. */
export const operatorCostOf = ({
  operatorCost,
  unpricedAttempts,
}: Pick<UsageRow, 'operatorCost' | 'unpricedAttempts'>): string | null =>
  operatorCost === 0n && unpricedAttempts > 0 ? null : formatUsd(operatorCost);
