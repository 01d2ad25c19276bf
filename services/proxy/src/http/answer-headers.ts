import type { Attempt } from '@palimpsest/domain';
import type { Report } from '../report.ts';

/** The headers of every answer of a model call: who answered, after what, and what the user has left. */
export function answerHeaders(report: Report): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': report.requestId,
    'x-palimpsest-attempts': String(report.chain.length + (report.underWay === true ? 1 : 0)),
    'x-palimpsest-context': report.context,
  };
  if (report.clientRequestId !== undefined) headers['x-client-request-id'] = report.clientRequestId;
  if (report.replayed === true) headers['x-palimpsest-replayed'] = 'true';
  if (report.chain.length > 0) headers['x-palimpsest-trail'] = report.chain.map(step).join(', ');
  if (report.served !== undefined) {
    headers['x-palimpsest-provider'] = report.served.provider;
    headers['x-palimpsest-key'] = report.served.key;
    headers['x-palimpsest-model'] = headerSafe(report.served.model);
  }
  if (report.requestLimit !== undefined) {
    const { amount, remaining, resetsAtMs, nowMs } = report.requestLimit;
    headers['x-ratelimit-limit-requests'] = String(amount);
    headers['x-ratelimit-remaining-requests'] = String(remaining);
    headers['x-ratelimit-reset-requests'] = duration(Math.max(0, resetsAtMs - nowMs));
  }
  return headers;
}

const step = (attempt: Attempt): string =>
  `${attempt.provider}/${attempt.key}:${attempt.class}${attempt.class === 'success' ? '' : `(${attempt.status ?? '-'})`}`;

/** Header values are visible ASCII; a model's name may be anything. */
const headerSafe = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?');

/** OpenAI's form of a duration: `120ms`, `8.64s`, `6m0s`, `2h3m0s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.floor(ms / 10) / 100;
  if (seconds < 60) return `${seconds}s`;
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  return `${hours > 0 ? `${hours}h` : ''}${Math.floor((whole % 3600) / 60)}m${whole % 60}s`;
}
