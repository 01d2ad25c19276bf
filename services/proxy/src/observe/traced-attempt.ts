import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ServingKey } from '@palimpsest/domain';
import type { AttemptResult } from '../upstream/attempt.ts';
import {
  errorType,
  keyName,
  providerName,
  requestModel,
  resendCount,
  responseStatus,
  scopeName,
} from './span-names.ts';

const tracer = trace.getTracer('palimpsest-proxy');

/** One CLIENT span for each attempt, under the span of its call where that is recorded. `resend` counts the attempts before it. */
export function tracedAttempt(
  { key, model, resend }: { readonly key: ServingKey; readonly model: string; readonly resend: number },
  run: () => Promise<AttemptResult>,
): Promise<AttemptResult> {
  if (trace.getActiveSpan()?.isRecording() !== true) return run();
  const attributes = { [providerName]: key.provider, [requestModel]: model, [keyName]: key.id, [resendCount]: resend };
  return tracer.startActiveSpan('POST', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const result = await run();
      if (result.status !== null) span.setAttribute(responseStatus, result.status);
      if (result.failure !== undefined) {
        span.setAttributes({ [errorType]: result.failure.kind, [scopeName]: result.failure.scope });
        span.setStatus({ code: SpanStatusCode.ERROR, message: result.failure.reason });
      }
      return result;
    } finally {
      span.end();
    }
  });
}
