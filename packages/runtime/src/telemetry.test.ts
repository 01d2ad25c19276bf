import { once } from 'node:events';
import { createServer } from 'node:http';
import { context, propagation, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { startTelemetry } from './telemetry.ts';

// Registered once for a process: each test begins with none.
afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
  for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
});

describe('telemetry', () => {
  it('registers nothing without an endpoint', async () => {
    const telemetry = startTelemetry({ service: 'proxy', endpoint: undefined, environment: {} });
    const span = trace.getTracer('test').startSpan('x');
    expect(span.isRecording()).toBe(false);
    await telemetry.stop();
  });

  it("exports spans under the caller's trace, the last ones when it stops, as the standard variables say", async () => {
    const received: { path: string | undefined; token: unknown; body: Buffer }[] = [];
    const collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ path: request.url, token: request.headers['x-token'], body: Buffer.concat(chunks) });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const address = collector.address();
    if (address === null || typeof address === 'string') throw new Error('no port');

    const endpoint = `http://127.0.0.1:${address.port}/`;
    const environment = {
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=known',
    };
    const telemetry = startTelemetry({ service: 'proxy', endpoint, environment });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const parent = propagation.extract(context.active(), { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    trace.getTracer('test').startSpan('chat gpt-4o', {}, parent).end();
    await telemetry.stop();

    expect(received).toMatchObject([{ path: '/v1/traces', token: 'known' }]);
    const body = received[0]?.body;
    expect(body?.includes('chat gpt-4o')).toBe(true);
    expect(body?.includes('palimpsest-proxy')).toBe(true);
    expect(body?.includes('staging')).toBe(true);
    expect(body?.includes(Buffer.from(traceId, 'hex'))).toBe(true);
    collector.close();
  });

  it('stops although the collector is away', async () => {
    const telemetry = startTelemetry({ service: 'proxy', endpoint: 'http://127.0.0.1:1', environment: {} });
    trace.getTracer('test').startSpan('x').end();
    await expect(telemetry.stop()).resolves.toBeUndefined();
  });
});
