import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import { onlySet } from '../../api/only-set.ts';

const PAGE = 200;

/** Every price that was ever entered, those of the past too. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: () =>
    allPages((cursor) => answerOf(api.GET('/api/v1/prices', { params: { query: onlySet({ limit: PAGE, cursor }) } }))),
});
