import type { IncomingHttpHeaders } from 'node:http';
import { type Attempt, type GatewayErrorCode, gatewayErrorCodes } from '@palimpsest/domain';
import type { Logger } from '@palimpsest/runtime';
import type { Overdrawn } from '../accounting/overdrawn.ts';
import type { Downstream } from '../http/downstream.ts';
import type { InboundRequest } from '../inbound.ts';
import type { ProxyMetrics } from './metrics.ts';
import { tracedCall } from './traced-call.ts';
import { Witness } from './witness.ts';

/** Runs a call and writes it down: one log line, its metrics, its trace. Never changes the call, never breaks it. */
export type Observed = (
  call: { readonly inbound: InboundRequest; readonly headers: IncomingHttpHeaders },
  downstream: Downstream,
  run: (downstream: Downstream) => Promise<void>,
) => Promise<unknown>;

export const observeWith =
  (logger: Logger, metrics: ProxyMetrics): Observed =>
  ({ inbound, headers }, downstream, run) =>
    tracedCall(inbound, headers, async () => {
      const witness = new Witness(downstream);
      metrics.open.inc();
      try {
        await run(witness);
        return witness.end;
      } finally {
        metrics.open.dec();
        const { end } = witness;
        const latencyMs = performance.now() - inbound.envelope.startedAt;
        const replayed = end.report?.replayed === true;
        const chain = replayed ? [] : (end.report?.chain ?? []);
        const result = downstream.signal.isStopped ? 'cancelled' : (end.code ?? (replayed ? 'replayed' : 'success'));
        metrics.count(result, inbound.body.stream === true, latencyMs, chain);
        logger[levelOf(end.code)](line(inbound, chain, result, latencyMs, end.cause), inbound.operation);
      }
    });

/** Counts what goes beyond a limit that is not enforced, and tells it once in its period. */
export const overdrawnWith =
  (logger: Logger, metrics: () => Pick<ProxyMetrics, 'overdrawn'>) =>
  ({ of, id, limit, first }: Overdrawn): void => {
    metrics().overdrawn(of);
    if (first) logger.warn({ of, id, limit }, 'a limit that only counts has been overdrawn');
  };

const levelOf = (code: GatewayErrorCode | undefined): 'info' | 'error' =>
  code !== undefined && gatewayErrorCodes[code].status === 500 ? 'error' : 'info';

/** No prompt, no answer, no header: who, what, how it went. */
function line(
  { caller, envelope, body }: InboundRequest,
  chain: readonly Attempt[],
  result: string,
  latencyMs: number,
  cause: unknown,
): Record<string, unknown> {
  return {
    request_id: envelope.requestId,
    user: caller.user.id,
    model: body.model.slice(0, 200),
    stream: body.stream === true,
    result,
    latency_ms: Math.round(latencyMs),
    attempts: chain.length,
    ...(chain.length > 1 || result !== 'success'
      ? { trail: chain.map(({ key, class: met, status, reason }) => ({ key, class: met, status, reason })) }
      : { key: chain[0]?.key }),
    ...(cause === undefined ? {} : { err: cause }),
  };
}
