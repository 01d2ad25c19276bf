import {
  type AnswerEvent,
  type Failure,
  Gathering,
  isPlausible,
  type PoolMember,
  type ToldLimit,
  type Usage,
} from '@palimpsest/domain';
import {
  type DecodedAnswer,
  type Provider,
  plainHeaders,
  redactFailure,
  type StreamDecoder,
  transportEvidence,
} from '@palimpsest/providers';
import type { Dispatcher } from 'undici';
import type { Relay } from '../relay/relay.ts';
import type { Body } from './body.ts';
import type { Exchange } from './exchange.ts';
import { endless, isOwnMistake, mayHaveArrived, refusalFailure, stopFailure } from './own-failures.ts';
import { readBytes, readRefusal } from './read-body.ts';
import { type EventTaker, readStream } from './read-stream.ts';
import { send } from './send.ts';
import { StopSignal } from './stop-signal.ts';
import { unpacked } from './unpacked.ts';
import { Stopped, Watchdog } from './watchdog.ts';

/** The same for all attempts. */
export type AttemptParts = {
  readonly agent: Dispatcher;
  /** Milliseconds; a key's own go before them. */
  readonly timeouts: { readonly firstByteMs: number; readonly stallMs: number; readonly plainMs: number };
  readonly maxAnswerBytes: number;
  /** Unix ms by Redis's clock. */
  readonly now: () => number;
};

export type AttemptAsk = {
  readonly provider: Provider;
  readonly member: PoolMember;
  readonly exchange: Exchange;
  /** Sent to the provider beside its own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Stopped when the client leaves or the deadline passes. */
  readonly signal: StopSignal;
  /** Gets the events of every completed read, also of an attempt that fails later. */
  readonly relay: Pick<Relay, 'take'>;
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
  /** What the answer told; of a refusal it is read when it is asked for, since the next attempt seldom depends on it. */
  readonly told: () => Told;
};

/** What an answer told of the key's limits and of the account behind it; when it began (ms, as `performance.now()`). */
type Told = { readonly limits: readonly ToldLimit[]; readonly account?: string; readonly atMs: number };

/** The status of a refusal is known already: nobody waits long for the rest of it. */
const mostRefusal = { bytes: 256 * 1024, ms: 2000 };

/** One try at one upstream. Whatever happens is in the result; only bugs are thrown. */
export const attempt = (parts: AttemptParts, ask: AttemptAsk): Promise<AttemptResult> => new Attempt(parts, ask).run();

class Attempt implements EventTaker {
  readonly #parts: AttemptParts;
  readonly #ask: AttemptAsk;
  readonly #startedAt = performance.now();
  readonly #secret: string;
  readonly #signal = new StopSignal();
  readonly #watchdog = new Watchdog(this.#signal);
  readonly #events = new Gathering();
  /** Reads an answer that is streamed; `undefined` for one that comes whole. */
  readonly #decoder: StreamDecoder | undefined;
  #failure: Failure | undefined;
  #told = (): Told => ({ limits: [], atMs: this.#startedAt });
  #usage: Usage | undefined;
  #status: number | null = null;
  #sent = false;
  #refused = false;

  constructor(parts: AttemptParts, ask: AttemptAsk) {
    this.#parts = parts;
    this.#ask = ask;
    this.#secret = ask.member.key.secret ?? '';
    this.#decoder = ask.exchange.decodeStream();
  }

  async run(): Promise<AttemptResult> {
    this.#ask.signal.link(this.#signal);
    let ended: Failure | undefined;
    try {
      const body = await this.#begin();
      if (!('kind' in body)) await this.#read(body);
      ended = 'kind' in body ? body : this.#failure;
    } catch (error) {
      if (isOwnMistake(error)) {
        this.#signal.stop(new Stopped('CLIENT_GONE'));
        throw error;
      }
      ended = this.#ask.provider.classify(transportEvidence(error));
    } finally {
      this.#watchdog.end();
      this.#ask.signal.unlink(this.#signal);
    }
    return this.#resultOf(ended);
  }

  /** Sends the request, and gives the body of an answer that is none of a failure. Nothing of what went out is held when it has returned. */
  async #begin(): Promise<Body | Failure> {
    const { member, exchange, headers: forwarded, provider } = this.#ask;
    const native = await exchange.request(this.#secret, this.#signal);
    this.#refused = 'refused' in native;
    if ('refused' in native) return refusalFailure(native);
    if (this.#decoder !== undefined) this.#watchdog.arm(this.#timeout('firstByteMs'), 'FIRST_BYTE_TIMEOUT');
    else this.#watchdog.arm(this.#timeout('plainMs'), 'PLAIN_TIMEOUT');
    this.#sent = true;
    const headersSent = { 'accept-encoding': 'identity', ...forwarded, ...native.headers };
    const request = { ...native, headers: headersSent };
    const response = await send(this.#parts.agent, member.key.baseUrl, request, this.#signal);
    const status = response.statusCode;
    this.#status = status;
    // Absolute times are read against the provider's own clock, or Redis's where it tells none.
    const headers = plainHeaders(response.headers);
    headers.date ??= new Date(this.#parts.now()).toUTCString();
    const atMs = performance.now();
    const body = unpacked(response.body, headers['content-encoding']);
    if (status < 200 || status > 299) {
      this.#watchdog.disarm();
      const text = body === undefined ? '' : await readRefusal(body, mostRefusal);
      this.#told = () => this.#toldBy(status, headers, text, atMs);
      return provider.classify({ at: 'response', status, headers, body: text });
    }
    if (body === undefined)
      return provider.classify({ at: 'stream', payload: `content-encoding ${headers['content-encoding']}` });
    // Of an answer that may take its time no headers are kept.
    this.#told = known(this.#toldBy(status, headers, '', atMs));
    return body;
  }

  #toldBy(status: number, headers: Readonly<Record<string, string>>, body: string, atMs: number): Told {
    const { member, provider } = this.#ask;
    const account = provider.account({ headers, body });
    const limits = provider.limits.read({ model: member.upstreamModel, status, headers, body });
    return { limits, atMs, ...(account === undefined ? {} : { account }) };
  }

  #read(body: Body): Promise<void> {
    const { maxAnswerBytes } = this.#parts;
    return this.#decoder === undefined ? this.#readWhole(body) : readStream(body, this.#decoder, maxAnswerBytes, this);
  }

  async #readWhole(body: Body): Promise<void> {
    const bytes = await readBytes(body, this.#parts.maxAnswerBytes);
    if (bytes === undefined) throw this.tooLarge();
    await this.#keep(this.#ask.exchange.fromNative(bytes.toString('utf8')));
  }

  tooLarge(): Stopped {
    const reason = new Stopped('ANSWER_TOO_LARGE');
    this.#signal.stop(reason);
    return reason;
  }

  take(batch: readonly DecodedAnswer[]): Promise<void> | undefined {
    // A caller that reads slowly is waited for: that is no silence of the provider.
    this.#watchdog.disarm();
    const relayed = this.#keep(batch);
    if (relayed !== undefined) return relayed.then(() => this.#armForMore());
    this.#armForMore();
    return undefined;
  }

  #armForMore(): void {
    this.#watchdog.arm(this.#timeout('stallMs'), 'STALL_TIMEOUT');
  }

  #keep(batch: readonly DecodedAnswer[]): Promise<void> | undefined {
    const kept = batch.every(isAnswer) ? batch : batch.filter(isAnswer);
    for (const event of kept) if (event.type === 'usage-report') this.#usage = event.usage;
    this.#events.add(kept);
    this.#failure ??= batch.find((one) => one.type === 'failure')?.failure;
    return kept.length > 0 ? this.#ask.relay.take(kept) : undefined;
  }

  /** Milliseconds. */
  #timeout(of: keyof AttemptParts['timeouts']): number {
    return this.#ask.member.key.timeouts[of] ?? this.#parts.timeouts[of];
  }

  /** What is told of it when it has `ended`, well or in a failure. */
  #resultOf(ended: Failure | undefined): AttemptResult {
    const { exchange, provider } = this.#ask;
    const events = this.#events.all();
    // A stop makes a body end early, which a decoder takes for a cut: the stop is the true reason.
    const met = ended !== undefined && this.#signal.isStopped ? stopFailure(this.#signal.reason, provider) : ended;
    const failure = met ?? endless(events) ?? exchange.unfinished(events);
    // Whatever is still coming is not wanted any more; of a whole answer nothing is.
    if (failure !== undefined) this.#signal.stop(new Stopped('CLIENT_GONE'));
    return {
      failure: failure && redactFailure(failure, this.#secret),
      events,
      usage: this.#usage,
      status: this.#status,
      refused: this.#refused && failure?.kind === 'request-rejected',
      reached: this.#sent && (failure === undefined || mayHaveArrived(failure)),
      latencyMs: performance.now() - this.#startedAt,
      told: this.#told,
    };
  }
}

const known = (told: Told) => (): Told => told;

/** What of an answer goes on: all but its failure, and numbers that cannot be. */
const isAnswer = (one: DecodedAnswer): one is AnswerEvent =>
  one.type !== 'failure' && (one.type !== 'usage-report' || isPlausible(one.usage));
