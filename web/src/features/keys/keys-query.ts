import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { LIVE_MS, liveEvery } from '../../api/live.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 200;
const MANY = 1_000;

/** Every provider key with how it stands now; a very large pool is read less often. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () =>
    allPages((cursor) => answerOf(api.GET('/api/v1/keys', { params: { query: onlySet({ limit: PAGE, cursor }) } }))),
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > MANY ? liveEvery(5 * LIVE_MS) : liveEvery(LIVE_MS)),
});
