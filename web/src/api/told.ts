/** A query as far as it matters here. */
type Asked = {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data?: unknown; readonly fetchStatus: string; readonly fetchFailureCount: number };
};

/** What the gateway tells of, by the first word of the queries that read it. */
const topics: Readonly<Record<string, string>> = {
  keys: 'keys',
  users: 'users',
  'some-users': 'users',
  'model-routes': 'routes',
  prices: 'prices',
  requests: 'requests',
  request: 'requests',
  overview: 'overview',
  sessions: 'sessions',
  alerts: 'alerts',
  'alert-rules': 'alert-rules',
  webhooks: 'webhooks',
  audit: 'audit',
};

/**
 * Whether a query reads something of these topics, or of any, and should do so again. Older pages that somebody opened stay as they are
 * while they read; what is being tried again is read anyway, and would never come to say that it failed if it began anew each time.
 */
export function isTold({ queryKey, state }: Asked, changed?: readonly string[]): boolean {
  const topic = topics[String(queryKey[0])];
  const isTriedAgain = state.fetchStatus === 'fetching' && state.fetchFailureCount > 0;
  const isOfThese = topic !== undefined && (changed === undefined || changed.includes(topic));
  return isOfThese && !isTriedAgain && !hasOlderPages(state.data);
}

const hasOlderPages = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && data.pages.length > 1;
