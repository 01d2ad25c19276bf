import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from './overview-query.ts';

/** The base URL that OpenAI clients are given: as the operator set it, else this page's host with the proxies' port. */
export function BaseUrl() {
  const { data } = useQuery(overviewQuery);
  if (data === undefined) return <Code>…</Code>;
  const { base_url, port } = data.public_api;
  return <Code>{base_url ?? `http://${window.location.hostname}:${port}/v1`}</Code>;
}
