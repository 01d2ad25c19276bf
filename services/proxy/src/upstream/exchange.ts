import type { AnswerEvent, ChatCall, EmbeddingsCall, Failure, WrittenOnce } from '@palimpsest/domain';
import { inputsOf } from '@palimpsest/domain';
import type { DecodedAnswer, NativeRequest, Provider, Refusal, StreamDecoder } from '@palimpsest/providers';
import type { MediaFetcher } from '../media/fetch-media.ts';
import type { StopSignal } from './stop-signal.ts';

/** One call in one provider's language: how it goes out, how its answer is read, and when that is whole. */
export type Exchange = {
  /** What goes out; what the provider wants inline is fetched before. Throws only the reason of `signal`. */
  request(secret: string, signal: StopSignal): Promise<NativeRequest | Refusal>;
  fromNative(body: string): readonly DecodedAnswer[];
  /** How its answer is read while it comes; `undefined` where it comes whole. */
  decodeStream(): StreamDecoder | undefined;
  /** What is wrong with an answer that decoded well. */
  unfinished(events: readonly AnswerEvent[]): Failure | undefined;
};

/** A call as it goes to one upstream. */
export type UpstreamCall =
  | ({ readonly operation: 'chat'; readonly bytes?: WrittenOnce | undefined } & ChatCall)
  | ({ readonly operation: 'embeddings' } & EmbeddingsCall);

export function exchangeOf(provider: Provider, call: UpstreamCall, media: MediaFetcher): Exchange {
  switch (call.operation) {
    case 'chat':
      return new ChatExchange(provider, call, media);
    case 'embeddings':
      return new EmbeddingsExchange(provider, call);
  }
}

/** Held as long as its call waits for an answer, as many as there are calls. */
class ChatExchange implements Exchange {
  readonly #provider: Provider;
  readonly #call: Extract<UpstreamCall, { operation: 'chat' }>;
  readonly #media: MediaFetcher;

  constructor(provider: Provider, call: Extract<UpstreamCall, { operation: 'chat' }>, media: MediaFetcher) {
    this.#provider = provider;
    this.#call = call;
    this.#media = media;
  }

  async request(secret: string, signal: StopSignal): Promise<NativeRequest | Refusal> {
    const urls = this.#provider.wantsInline(this.#call);
    if (urls.length === 0) return this.#native(secret);
    const fetched = await this.#media.fetch(urls, signal);
    return 'refused' in fetched ? fetched : this.#native(secret, fetched);
  }

  #native(secret: string, media?: ChatCall['media']): NativeRequest | Refusal {
    const call = this.#call;
    return this.#provider.toNative({ ...call, written: call.bytes?.take(), ...(media && { media }) }, secret);
  }

  fromNative(body: string): readonly DecodedAnswer[] {
    return this.#provider.fromNative(body);
  }

  decodeStream(): StreamDecoder | undefined {
    return this.#call.stream ? this.#provider.decodeStream() : undefined;
  }

  unfinished(events: readonly AnswerEvent[]): Failure | undefined {
    return count(events, 'choice-end') < (this.#call.body.n ?? 1) ? fault('fewer choices than asked for') : undefined;
  }
}

class EmbeddingsExchange implements Exchange {
  readonly #provider: Provider;
  readonly #call: EmbeddingsCall;

  constructor(provider: Provider, call: EmbeddingsCall) {
    this.#provider = provider;
    this.#call = call;
  }

  async request(secret: string): Promise<NativeRequest | Refusal> {
    return this.#provider.toNativeEmbeddings(this.#call, secret);
  }

  fromNative(body: string): readonly DecodedAnswer[] {
    return this.#provider.fromNativeEmbeddings(body);
  }

  /** Nobody streams vectors. */
  decodeStream(): undefined {
    return undefined;
  }

  unfinished(events: readonly AnswerEvent[]): Failure | undefined {
    return count(events, 'embedding') === inputsOf(this.#call.body).length
      ? undefined
      : fault('not one vector for each input');
  }
}

const count = (events: readonly AnswerEvent[], type: AnswerEvent['type']): number =>
  events.reduce((sum, event) => sum + (event.type === type ? 1 : 0), 0);

const fault = (reason: string): Failure => ({
  kind: 'malformed-answer',
  scope: 'provider',
  status: null,
  retryAfterMs: null,
  reason,
});
