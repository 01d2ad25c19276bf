import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Environment, tellLibraries } from './config/read-environment.ts';
import type { Service } from './config/variable.ts';
import { samplerFrom } from './sampler.ts';

export type Telemetry = { stop(): Promise<void> };

export type TelemetryOptions = {
  readonly service: Service;
  /** The base URL of an OTLP/HTTP collector; undefined = nothing is registered and every span is a no-op. */
  readonly endpoint: string | undefined;
  /**
   * Further standard variables: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`,
   * `OTEL_SDK_DISABLED`, and those of the exporter, such as `OTEL_EXPORTER_OTLP_HEADERS`.
   */
  readonly environment: Environment;
};

const flushWithinMs = 2000;

/**
 * Registers tracing for the process. Spans are made by hand with @opentelemetry/api; what export meets never reaches a request.
 * @throws StartProblem where a variable cannot be meant.
 */
export function startTelemetry({ service, endpoint, environment }: TelemetryOptions): Telemetry {
  if (endpoint === undefined || environment.OTEL_SDK_DISABLED === 'true') return { stop: async () => {} };
  const sampler = samplerFrom(environment);
  tellLibraries(environment, 'OTEL_');
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `palimpsest-${service}` }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler,
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
