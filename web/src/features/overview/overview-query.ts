import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { liveEvery, SUMS_MS } from '../../api/live.ts';

/** The pool now, and the traffic of the last 24 hours. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => answerOf(api.GET('/api/v1/overview')),
  refetchInterval: () => liveEvery(SUMS_MS),
});
