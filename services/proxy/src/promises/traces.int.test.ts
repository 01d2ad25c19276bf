import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { answer, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

const exporter = new InMemorySpanExporter();
let proxy: ProxyUnderTest;
beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  proxy = await startProxyUnderTest();
});
afterAll(() => proxy.stop());

it("shows a retry chain under the caller's own trace: one call, one operation, a span for each attempt", async () => {
  const user = proxy.user();
  const limited = proxy.key('openai', { models: ['gpt-traced'], limits: [perDay(9)] });
  const paid = proxy.key('openai', { models: ['gpt-traced'] });
  proxy.providers.openai.plays(limited.secret, fail(429, { retryAfter: 9 }));
  proxy.providers.openai.plays(paid.secret, answer('pong'));
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await proxy.chat(
    user,
    { model: 'gpt-traced', messages: [{ role: 'user', content: 'a zebra-4411 asks' }] },
    { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  );

  await vi.waitFor(() => expect(exporter.getFinishedSpans()).toHaveLength(4));
  const spans = exporter.getFinishedSpans();
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
  const [server, operation, ...attempts] = [...spans].sort((a, b) => order(a.kind) - order(b.kind));
  expect(server).toMatchObject({ name: 'POST /v1/chat/completions', attributes: { 'http.response.status_code': 200 } });
  expect(operation).toMatchObject({
    name: 'chat gpt-traced',
    attributes: { 'gen_ai.provider.name': 'openai', 'palimpsest.attempts': 2 },
  });
  expect(
    attempts.map(({ attributes }) => [
      attributes['http.response.status_code'],
      attributes['http.request.resend_count'],
      attributes['palimpsest.key'],
    ]),
  ).toEqual([
    [429, 0, limited.id],
    [200, 1, paid.id],
  ]);
  for (const attempt of attempts) expect(attempt.parentSpanContext?.spanId).toBe(operation?.spanContext().spanId);
  const told = JSON.stringify(
    spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
  );
  for (const secret of [limited.secret, paid.secret, user.key, 'zebra-4411']) expect(told).not.toContain(secret);
});

const order = (kind: SpanKind): number => [SpanKind.SERVER, SpanKind.INTERNAL, SpanKind.CLIENT].indexOf(kind);
