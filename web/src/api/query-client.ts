import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const UNAUTHORIZED = 401;
const MOST_RETRIES = 2;

/** What the pages have read. `onSignedOut` is told when an answer says that the session is over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.status === UNAUTHORIZED) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A refusal will not change by asking again; silence and 5xx may.
        retry: (failures, error) => failures < MOST_RETRIES && !(error instanceof ApiProblem && isRefusal(error)),
        staleTime: 1_000,
      },
    },
  });
}

const isRefusal = ({ status }: ApiProblem): boolean => status >= 400 && status < 500;
