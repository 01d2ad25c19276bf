import { UsageStreamFull } from './usage-stream-full.ts';

/** How Redis and its client say that a command was not, or perhaps not, carried out for no fault of the command's. */
const signs = [
  'MOVED ',
  'ASK ',
  'CLUSTERDOWN',
  'TRYAGAIN',
  'LOADING',
  'BUSY ',
  'READONLY',
  'MASTERDOWN',
  'NOREPLICAS',
  'MISCONF',
  'OOM ',
  'Connection is closed',
  'Command timed out',
  'Too many Cluster redirections',
  "Cluster isn't ready",
  'Cluster is ended',
  'Failed to refresh slots cache',
  'ClusterAllFailedError',
  'None of startup nodes is available',
  'All sentinels are unreachable',
  "Stream isn't writeable",
  'Reached the max retries per request limit',
  'Socket closed unexpectedly',
  // What stood in a pipeline when its connection closed.
  'Command aborted due to connection close',
  // The server was a master when the command was sent.
  'WAIT cannot be used with replica instances',
];

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether this is Redis being away or full, in whatever form: the gateway answers 503 and goes on when it is back. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof UsageStreamFull) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true;
  return signs.some((sign) => error.message.includes(sign)) || isStoreUnavailable(error.cause);
}

/** What `work` comes to; `undefined` where Redis is away, which somebody else makes up for. */
export const unlessAway = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (!isStoreUnavailable(error)) throw error;
    return undefined;
  });
