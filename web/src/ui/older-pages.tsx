import { Button, Center, Text } from '@mantine/core';

type OlderPagesProps = {
  /** What the list holds, in the plural. */
  readonly of: string;
  /** The list, read page by page from the newest; its first page is live as long as no other is shown. */
  readonly query: {
    readonly data: { readonly pages: readonly unknown[] } | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
};

/** Below a list: the way to what is older, and that nothing new is added while that is shown. */
export function OlderPages({ of, query: { data, hasNextPage, isFetchingNextPage, fetchNextPage } }: OlderPagesProps) {
  return (
    <>
      {hasNextPage ? (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </Button>
        </Center>
      ) : null}
      {(data?.pages.length ?? 0) > 1 ? (
        <Text size="sm" c="dimmed" ta="center">
          New {of} are not added while older ones are shown; reload the page to see them.
        </Text>
      ) : null}
    </>
  );
}
