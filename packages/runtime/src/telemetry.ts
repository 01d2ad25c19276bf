import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Environment } from './config/read-environment.ts';
import type { Service } from './config/variable.ts';

export type Telemetry = { stop(): Promise<void> };

export type TelemetryOptions = {
  readonly service: Service;
  /** The base URL of an OTLP/HTTP collector; undefined = nothing is registered and every span is a no-op. */
  readonly endpoint: string | undefined;
  /** Further standard variables: `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_SDK_DISABLED`. */
  readonly environment: Environment;
};

const flushWithinMs = 2000;

/** Registers tracing for the process. Spans are made by hand with @opentelemetry/api; what export meets never reaches a request. */
export function startTelemetry({ service, endpoint, environment }: TelemetryOptions): Telemetry {
  if (endpoint === undefined || environment.OTEL_SDK_DISABLED === 'true') return { stop: async () => {} };
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': environment.OTEL_SERVICE_NAME ?? `palimpsest-${service}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number.isFinite(ratio) ? ratio : 1) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        maxQueueSize: 4096,
        scheduledDelayMillis: 1000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, flushWithinMs);
      // A collector that is away must not hold the stop, nor fail it.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}
