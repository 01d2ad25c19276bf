import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';

/** When alerts are raised. */
export const alertRulesQuery = queryOptions({
  queryKey: ['alert-rules'],
  queryFn: () => answerOf(api.GET('/api/v1/alert-rules')),
});
