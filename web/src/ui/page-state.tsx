import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNotice } from './problem-notice.tsx';

type PageStateProps<Data> = {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
};

/** Content as soon as it is there, and above it what is wrong; old content stays while the gateway does not answer. */
export function PageState<Data>({ query, children }: PageStateProps<Data>) {
  return (
    <>
      <ProblemNotice problem={query.error} onRetry={() => void query.refetch()} />
      {query.data === undefined ? query.error === null && <Waiting /> : children(query.data)}
    </>
  );
}

const Waiting = () => (
  <Stack aria-busy="true" aria-label="Loading">
    <Skeleton h={44} />
    <Skeleton h={44} />
    <Skeleton h={44} />
  </Stack>
);
