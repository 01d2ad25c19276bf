import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type GatewayErrorCode, gatewayErrorCodes } from '@palimpsest/domain';
import { type InboundRequest, operationPaths } from '../inbound.ts';
import type { Report } from '../report.ts';
import {
  attemptsName,
  errorType,
  httpRoute,
  operationName,
  providerName,
  requestIdName,
  requestModel,
  responseStatus,
} from './span-names.ts';

const tracer = trace.getTracer('palimpsest-proxy');

/** How a call ended, as far as its span tells. */
export type CallEnd = { readonly report: Report | undefined; readonly code: GatewayErrorCode | undefined };

/**
 * The SERVER span of a call, a child of the trace that its caller sent (`traceparent`), and under it the one logical span of the operation,
 * which the attempts hang from.
 */
export function tracedCall(
  { operation, envelope, body }: InboundRequest,
  headers: Readonly<Record<string, unknown>>,
  run: () => Promise<CallEnd>,
): Promise<unknown> {
  const parent = propagation.extract(context.active(), headers);
  const route = operationPaths[operation];
  const server = { kind: SpanKind.SERVER, attributes: { [httpRoute]: route, [requestIdName]: envelope.requestId } };
  const logical = { kind: SpanKind.INTERNAL, attributes: { [operationName]: operation, [requestModel]: body.model } };
  const outer = tracer.startSpan(`POST ${route}`, server, parent);
  // Most calls are not sampled, and nothing hangs from them.
  if (!outer.isRecording()) return run();
  return context.with(trace.setSpan(parent, outer), () =>
    tracer.startActiveSpan(`${operation} ${body.model}`, logical, async (inner) => {
      try {
        const { report, code } = await run();
        inner.setAttribute(attemptsName, report?.chain.length ?? 0);
        if (report?.served !== undefined) inner.setAttribute(providerName, report.served.provider);
        outer.setAttribute(responseStatus, code === undefined ? 200 : gatewayErrorCodes[code].status);
        if (code !== undefined)
          for (const span of [inner, outer])
            span.setAttribute(errorType, code).setStatus({ code: SpanStatusCode.ERROR });
      } finally {
        inner.end();
        outer.end();
      }
    }),
  );
}
