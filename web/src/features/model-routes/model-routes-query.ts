import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 200;

/** Every model route. */
export const modelRoutesQuery = queryOptions({
  queryKey: ['model-routes'],
  queryFn: () =>
    allPages((cursor) => answerOf(api.GET('/api/v1/routes', { params: { query: onlySet({ limit: PAGE, cursor }) } }))),
});
