import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { paths } from '../../api/schema.gen.ts';

type Body = paths['/api/v1/routes/{name}/simulate']['post']['requestBody']['content']['application/json'];
type SimulatedRequest = NonNullable<NonNullable<Body>['request']>;

/** Who would answer now. @param request what is asked, any JSON: the gateway checks it; `undefined`: what every key can serve. */
export const simulationQuery = (route: string, request: unknown) =>
  queryOptions({
    queryKey: ['simulation', route, request],
    queryFn: () =>
      answerOf(
        api.POST('/api/v1/routes/{name}/simulate', {
          params: { path: { name: route } },
          body: request === undefined ? null : { request: request as SimulatedRequest },
        }),
      ),
    staleTime: 0,
  });
