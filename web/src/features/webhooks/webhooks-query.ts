import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';

/** More than there may be. */
const MOST = 200;
/** How a delivery went is told by nobody. */
const RESULTS_MS = 10_000;

/** Every webhook, and how its last delivery went. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/webhooks', { params: { query: { limit: MOST } } }))).data,
  refetchInterval: RESULTS_MS,
});
