import {
  type AnswerEvent,
  type Failure,
  Gathering,
  isPlausible,
  type PoolMember,
  type ToldLimit,
  type Usage,
} from '@palimpsest/domain';
import type { DecodedAnswer, Provider } from '@palimpsest/providers';
import type { Dispatcher } from 'undici';
import { CappedBody } from './capped-body.ts';
import type { Exchange } from './exchange.ts';
import { endless, mayHaveArrived, refusalFailure, stopFailure, transportEvidence } from './own-failures.ts';
import { type Bytes, decoded, plainHeaders, readRefusal, readText } from './read-body.ts';
import { readEach } from './read-each.ts';
import { redactFailure } from './redact-secret.ts';
import { send } from './send.ts';
import { StopSignal } from './stop-signal.ts';
import { type StopCode, Stopped, Watchdog } from './watchdog.ts';

export type AttemptParts = {
  readonly agent: Dispatcher;
  readonly provider: Provider;
  /** Milliseconds; a key's own go before them. */
  readonly timeouts: { readonly firstByteMs: number; readonly stallMs: number; readonly plainMs: number };
  readonly maxAnswerBytes: number;
  /** Unix ms by Redis's clock. */
  readonly now: () => number;
};

export type AttemptAsk = {
  readonly member: PoolMember;
  readonly exchange: Exchange;
  /** Sent to the provider beside its own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Stopped when the client leaves or the deadline passes. */
  readonly signal: StopSignal;
  /** Called at every completed read, also of an attempt that fails later. */
  readonly onEvents: (events: readonly AnswerEvent[]) => void | Promise<void>;
};

export type AttemptResult = {
  /** `undefined`: the answer is whole. */
  readonly failure: Failure | undefined;
  readonly events: readonly AnswerEvent[];
  readonly usage: Usage | undefined;
  readonly status: number | null;
  /** The failure is our own refusal: the provider cannot be told what was asked, and nothing went out. Another provider may be. */
  readonly refused: boolean;
  /** Whether the request reached the provider, as far as we can know. */
  readonly reached: boolean;
  readonly latencyMs: number;
  /** What the answer told of the key's limits and of the account behind it; when it began (ms, as `performance.now()`). */
  readonly told: { readonly limits: readonly ToldLimit[]; readonly account?: string; readonly atMs: number };
};

/** The status of a refusal is known already: nobody waits long for the rest of it. */
const mostRefusal = { bytes: 256 * 1024, ms: 2000 };

/** One try at one upstream. Whatever happens is in the result; only bugs are thrown. */
export async function attempt(parts: AttemptParts, ask: AttemptAsk): Promise<AttemptResult> {
  const startedAt = performance.now();
  const { exchange } = ask;
  const { key } = ask.member;
  const secret = key.secret ?? '';
  const signal = new StopSignal();
  const stop = (code: StopCode): void => signal.stop(new Stopped(code));
  const tooLarge = (): void => stop('ANSWER_TOO_LARGE');
  const watchdog = new Watchdog(stop);
  const timeouts = { ...parts.timeouts, ...key.timeouts };
  const leave = ask.signal.onStop((reason) => signal.stop(reason));
  const events = new Gathering();
  let told: AttemptResult['told'] = { limits: [], atMs: startedAt };
  const seen: { usage: Usage | undefined; status: number | null; sent: boolean; refused: boolean } = {
    usage: undefined,
    status: null,
    sent: false,
    refused: false,
  };

  const take = async (batch: readonly DecodedAnswer[]): Promise<Failure | undefined> => {
    const taken: AnswerEvent[] = [];
    let failure: Failure | undefined;
    for (const one of batch) {
      if (one.type === 'failure') failure = one.failure;
      else if (one.type !== 'usage-report' || isPlausible(one.usage)) taken.push(one);
      if (one.type === 'usage-report' && isPlausible(one.usage)) seen.usage = one.usage;
    }
    events.add(taken);
    if (taken.length > 0) await ask.onEvents(taken);
    return failure;
  };

  /** Sends the request, and gives the body of an answer that is none of a failure. Nothing of what went out is held when it has returned. */
  const begin = async (): Promise<Bytes | Failure> => {
    const native = await exchange.request(secret, signal);
    seen.refused = 'refused' in native;
    if ('refused' in native) return refusalFailure(native);
    if (exchange.stream) watchdog.arm(timeouts.firstByteMs, 'FIRST_BYTE_TIMEOUT');
    else watchdog.arm(timeouts.plainMs, 'PLAIN_TIMEOUT');
    seen.sent = true;
    const response = await send(
      parts.agent,
      key.baseUrl,
      { ...native, headers: { ...ask.headers, ...native.headers } },
      signal,
    );
    seen.status = response.statusCode;
    // Absolute times are read against the provider's own clock, or Redis's where it tells none.
    const headers = plainHeaders(response.headers);
    headers.date ??= new Date(parts.now()).toUTCString();
    const tell = (text: string): void => {
      const evidence = { model: ask.member.upstreamModel, status: response.statusCode, headers, body: text };
      const account = parts.provider.account({ headers, body: text });
      const limits = parts.provider.limits.read(evidence);
      told = { limits, atMs: performance.now(), ...(account === undefined ? {} : { account }) };
    };
    const body = decoded(response.body, headers['content-encoding']);
    if (seen.status < 200 || seen.status > 299) {
      watchdog.disarm();
      const text = body === undefined ? '' : await readRefusal(body, mostRefusal);
      tell(text);
      return parts.provider.classify({ at: 'response', status: seen.status, headers, body: text });
    }
    if (body === undefined)
      return parts.provider.classify({ at: 'stream', payload: `content-encoding ${headers['content-encoding']}` });
    tell('');
    return body;
  };

  const run = async (): Promise<Failure | undefined> => {
    const body = await begin();
    if ('kind' in body) return body;
    if (!exchange.stream) return take(exchange.fromNative(await readText(body, parts.maxAnswerBytes, tooLarge)));
    return readEach(exchange.decodeStream(new CappedBody(body, parts.maxAnswerBytes, tooLarge)), async (batch) => {
      // A caller that reads slowly is waited for: that is no silence of the provider.
      watchdog.disarm();
      const failure = await take(batch);
      if (failure === undefined) watchdog.arm(timeouts.stallMs, 'STALL_TIMEOUT');
      return failure;
    });
  };

  const ended = await run().catch((error: unknown) =>
    signal.isStopped ? stopFailure(signal.reason, parts.provider) : parts.provider.classify(transportEvidence(error)),
  );
  watchdog.disarm();
  // A stop makes a body end early, which a decoder takes for a cut: the stop is the true reason.
  const met = ended !== undefined && signal.isStopped ? stopFailure(signal.reason, parts.provider) : ended;
  const all = events.all();
  const failure = met ?? endless(all) ?? exchange.unfinished(all);
  leave();
  // Whatever is still coming is not wanted any more; of a whole answer nothing is.
  if (failure !== undefined) stop('CLIENT_GONE');
  return {
    failure: failure && redactFailure(failure, secret),
    events: all,
    usage: seen.usage,
    status: seen.status,
    refused: seen.refused && failure?.kind === 'request-rejected',
    reached: seen.sent && (failure === undefined || mayHaveArrived(failure)),
    latencyMs: performance.now() - startedAt,
    told,
  };
}
