import { type ChatCall, type ChatEvent, type Failure, isContent, type Usage } from '@palimpsest/domain';
import type { Decoded, FailureEvidence, Provider } from '@palimpsest/providers';
import type { Dispatcher } from 'undici';
import type { PoolMember } from '../selection/candidate.ts';
import { capped, decoded, readText } from './read-body.ts';
import { redactFailure } from './redact-secret.ts';
import { send } from './send.ts';
import { createWatchdog, type StopCode, Stopped } from './watchdog.ts';

export type AttemptParts = {
  readonly agent: Dispatcher;
  readonly provider: Provider;
  /** Milliseconds. */
  readonly timeouts: { readonly firstByteMs: number; readonly stallMs: number; readonly plainMs: number };
  readonly maxAnswerBytes: number;
};

export type AttemptAsk = {
  readonly member: PoolMember;
  readonly call: ChatCall;
  /** Aborted with a `Stopped` when the client leaves or the deadline passes. */
  readonly signal: AbortSignal;
  /** Called at every completed read, also of an attempt that fails later. */
  readonly onEvents: (events: readonly ChatEvent[]) => void | Promise<void>;
};

export type AttemptResult = {
  /** `undefined`: the answer is whole. */
  readonly failure: Failure | undefined;
  readonly events: readonly ChatEvent[];
  readonly usage: Usage | undefined;
  readonly status: number | null;
  /** Whether the request reached the provider, as far as we can know. */
  readonly reached: boolean;
  readonly latencyMs: number;
};

const mostErrorBytes = 256 * 1024;

/** One try at one upstream. Whatever happens is in the result; only bugs are thrown. */
export async function attempt(parts: AttemptParts, ask: AttemptAsk): Promise<AttemptResult> {
  const startedAt = performance.now();
  const { key } = ask.member;
  const secret = key.secret ?? '';
  const stopping = new AbortController();
  const stop = (code: StopCode): void => stopping.abort(new Stopped(code));
  const watchdog = createWatchdog(stop);
  const signal = AbortSignal.any([ask.signal, stopping.signal]);
  const events: ChatEvent[] = [];
  let usage: Usage | undefined;
  let status: number | null = null;
  let reached = false;

  const take = async (batch: readonly Decoded[]): Promise<Failure | undefined> => {
    const taken: ChatEvent[] = [];
    for (const one of batch) {
      if (one.type === 'failure') return one.failure;
      if (one.type === 'usage-report') usage = one.usage;
      taken.push(one);
    }
    events.push(...taken);
    if (taken.length > 0) await ask.onEvents(taken);
    return undefined;
  };

  const run = async (): Promise<Failure | undefined> => {
    const native = parts.provider.toNative(ask.call, secret);
    if ('refused' in native) return refusal(native.refused);
    const timeouts = { ...parts.timeouts, ...key.timeouts };
    watchdog.arm(...(ask.call.stream ? ([timeouts.firstByteMs, 'FIRST_BYTE_TIMEOUT'] as const) : ([timeouts.plainMs, 'PLAIN_TIMEOUT'] as const)));
    const response = await send(parts.agent, key.baseUrl, native, signal);
    reached = true;
    status = response.statusCode;
    const headers = plainHeaders(response.headers);
    const body = decoded(response.body, headers['content-encoding']);
    if (body === undefined) return parts.provider.classify({ at: 'stream', payload: `content-encoding ${headers['content-encoding']}` });
    if (status < 200 || status > 299) {
      const text = await readText(body, mostErrorBytes, () => body.destroy());
      return parts.provider.classify({ at: 'response', status, headers, body: text });
    }
    const tooLarge = (): void => stop('ANSWER_TOO_LARGE');
    if (!ask.call.stream) return take(parts.provider.fromNative(await readText(body, parts.maxAnswerBytes, tooLarge)));
    for await (const batch of parts.provider.decodeStream(capped(body, parts.maxAnswerBytes, tooLarge))) {
      const failure = await take(batch);
      if (failure !== undefined || batch.at(-1)?.type === 'answer-end') return body.destroy() && failure;
      if (batch.length > 0) watchdog.arm(timeouts.stallMs, 'STALL_TIMEOUT');
    }
    return undefined;
  };

  try {
    const failure = await run();
    // A stop makes the body end early, which a decoder takes for a cut: the stop is the true reason.
    const met = failure !== undefined && signal.aborted ? stopped(signal.reason, parts.provider) : failure;
    return { failure: met && redactFailure(met, secret), events, usage, status, reached, latencyMs: performance.now() - startedAt };
  } catch (error) {
    const met = signal.aborted ? stopped(signal.reason, parts.provider) : parts.provider.classify(transport(error));
    reached ||= met.kind === 'timed-out' || met.kind === 'cancelled';
    return { failure: redactFailure(met, secret), events, usage, status, reached, latencyMs: performance.now() - startedAt };
  } finally {
    watchdog.disarm();
    // Whatever is still coming is not wanted any more; after a whole answer this is a no-op.
    stopping.abort(new Stopped('CLIENT_GONE'));
  }
}

const transport = (error: unknown): FailureEvidence => {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: { code?: string } };
  return { at: 'transport', errorCode: code ?? cause?.code ?? 'UNKNOWN', message: message ?? '' };
};

function stopped(reason: unknown, provider: Provider): Failure {
  const code = reason instanceof Stopped ? reason.code : 'CLIENT_GONE';
  const plain = { status: null, retryAfterMs: null };
  switch (code) {
    case 'CLIENT_GONE':
      return { ...plain, kind: 'cancelled', scope: 'client', reason: 'the client went away' };
    case 'DEADLINE':
      return { ...plain, kind: 'timed-out', scope: 'request', reason: 'the time for the whole request was over' };
    case 'ANSWER_TOO_LARGE':
      return { ...plain, kind: 'malformed-answer', scope: 'size', reason: 'the answer is larger than PALIMPSEST_MAX_ANSWER_BYTES' };
    case 'FIRST_BYTE_TIMEOUT':
    case 'STALL_TIMEOUT':
    case 'PLAIN_TIMEOUT':
      return provider.classify({ at: 'transport', errorCode: code, message: code });
  }
}

const refusal = (refused: { readonly param: string; readonly message: string; readonly code: string }): Failure => ({
  kind: 'request-rejected',
  scope: 'request',
  status: null,
  retryAfterMs: null,
  reason: refused.message,
  answer: { type: 'invalid_request_error', ...refused },
});

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  return plain;
}

/** Whether something for which the client waits has come. */
export const hasContent = (events: readonly ChatEvent[]): boolean => events.some(isContent);
