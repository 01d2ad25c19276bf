import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { onlySet } from '../../api/only-set.ts';
import type { UsageFilter, UsageGroup } from './usage-search.ts';

// A long span is much to sum up.
const FRESH_MS = 15_000;

/** What the sums are of: `from` included, `to` excluded, in RFC 3339. */
export type UsageAsk = UsageFilter & { readonly from?: string; readonly to?: string };

/** Sums of usage; one row, or none where nothing was used, if there are no groups. */
export const usageQuery = (ask: UsageAsk, groups: readonly UsageGroup[]) =>
  queryOptions({
    queryKey: ['usage', ask, groups],
    queryFn: async () => {
      const query = { ...onlySet(ask), group_by: groups.join(',') };
      return (await answerOf(api.GET('/api/v1/usage', { params: { query } }))).data;
    },
    refetchInterval: FRESH_MS,
  });
