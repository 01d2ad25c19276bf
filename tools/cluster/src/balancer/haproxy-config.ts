export type Balanced = {
  /** Where callers come in. */
  readonly host: string;
  readonly port: number;
  /** Ports of the proxies on 127.0.0.1. */
  readonly proxyPorts: readonly number[];
  /** How often each is asked whether it is ready. */
  readonly checkEveryMs: number;
  /** The longest that a request may take, streams included. */
  readonly requestTimeoutMs: number;
};

/** What callers are told while no proxy is ready, in the form of OpenAI's errors. */
const nobodyIsReady = JSON.stringify({
  error: {
    message: 'The gateway is not ready just now.',
    type: 'server_error',
    param: null,
    code: 'gateway_unavailable',
  },
});

/**
 * The configuration of a balancer that fits the proxies: it asks `/readyz`, sends nothing to one that is about to stop, buffers no stream,
 * waits longer than the gateway does, and repeats a request only where no connection came about.
 *
 * @see https://docs.haproxy.org/2.6/configuration.html
 */
export function haproxyConfig({ host, port, proxyPorts, checkEveryMs, requestTimeoutMs }: Balanced): string {
  const patienceMs = requestTimeoutMs + 60_000;
  return `${[
    'defaults',
    '  mode http',
    '  timeout connect 1s',
    // A busy machine answers late; only a no takes a proxy out at once.
    '  timeout check 3s',
    '  timeout http-request 120s',
    '  timeout http-keep-alive 60s',
    `  timeout client ${patienceMs}ms`,
    `  timeout server ${patienceMs}ms`,
    '  retries 3',
    '  retry-on conn-failure',
    '  option redispatch 1',
    `  http-error status 503 content-type application/json string '${nobodyIsReady}' hdr retry-after 1`,
    'frontend callers',
    `  bind ${host}:${port}`,
    '  default_backend proxies',
    'backend proxies',
    '  balance leastconn',
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    `  default-server check inter ${checkEveryMs}ms fall 2 rise 1`,
    ...proxyPorts.map((proxyPort, at) => `  server proxy-${at + 1} 127.0.0.1:${proxyPort}`),
  ].join('\n')}\n`;
}
