import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ServingKey } from '@palimpsest/domain';
import type { AttemptResult } from '../upstream/attempt.ts';

// Names of the GenAI and HTTP conventions, copied so that an upgrade of a package cannot rename our spans.
const providerName = 'gen_ai.provider.name';
const requestModel = 'gen_ai.request.model';
const responseStatus = 'http.response.status_code';
const resendCount = 'http.request.resend_count';
const errorType = 'error.type';

const tracer = trace.getTracer('palimpsest-proxy');

/** One CLIENT span for each attempt, under the call's span. */
export async function tracedAttempt(
  about: { readonly key: ServingKey; readonly model: string; readonly resend: number },
  run: () => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const attributes = {
    [providerName]: about.key.provider,
    [requestModel]: about.model,
    'palimpsest.key': about.key.id,
  };
  return tracer.startActiveSpan(
    'POST',
    {
      kind: SpanKind.CLIENT,
      attributes: about.resend === 0 ? attributes : { ...attributes, [resendCount]: about.resend },
    },
    async (span) => {
      const result = await run();
      if (result.status !== null) span.setAttribute(responseStatus, result.status);
      if (result.failure !== undefined) {
        span.setAttributes({ [errorType]: result.failure.kind, 'palimpsest.scope': result.failure.scope });
        span.setStatus({ code: SpanStatusCode.ERROR, message: result.failure.reason });
      }
      span.end();
      return result;
    },
  );
}

/** The call's own span, a child of what the caller sent. */
export async function tracedCall(
  headers: Readonly<Record<string, unknown>>,
  model: string,
  run: (span: Span) => Promise<void>,
): Promise<void> {
  const parent = propagation.extract(context.active(), headers);
  await tracer.startActiveSpan(
    `chat ${model}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'gen_ai.operation.name': 'chat', [requestModel]: model, 'http.route': '/v1/chat/completions' },
    },
    parent,
    async (span) => {
      try {
        await run(span);
      } finally {
        span.end();
      }
    },
  );
}
