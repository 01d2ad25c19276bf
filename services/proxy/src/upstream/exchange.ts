import type { AnswerEvent, ChatCall, EmbeddingsCall, Failure, WrittenOnce } from '@palimpsest/domain';
import { inputsOf } from '@palimpsest/domain';
import type { DecodedAnswer, NativeRequest, Provider, Refusal } from '@palimpsest/providers';
import type { MediaFetcher } from '../media/fetch-media.ts';
import type { StopSignal } from './stop-signal.ts';

/** One call in one provider's language: how it goes out, how its answer is read, and when that is whole. */
export type Exchange = {
  readonly stream: boolean;
  /** What goes out; what the provider wants inline is fetched before. Throws only the reason of `signal`. */
  request(secret: string, signal: StopSignal): Promise<NativeRequest | Refusal>;
  fromNative(body: string): readonly DecodedAnswer[];
  decodeStream(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly DecodedAnswer[]>;
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
      return {
        stream: call.stream,
        async request(secret, signal) {
          const urls = provider.wantsInline(call);
          if (urls.length === 0) return provider.toNative({ ...call, written: call.bytes?.take() }, secret);
          const stopping = new AbortController();
          const leave = signal.onStop((reason) => stopping.abort(reason));
          const fetched = await media.fetch(urls, stopping.signal).finally(leave);
          return 'refused' in fetched
            ? fetched
            : provider.toNative({ ...call, written: call.bytes?.take(), media: fetched }, secret);
        },
        fromNative: (body) => provider.fromNative(body),
        decodeStream: (bytes) => provider.decodeStream(bytes),
        unfinished: (events) =>
          count(events, 'choice-end') < (call.body.n ?? 1) ? fault('fewer choices than asked for') : undefined,
      };
    case 'embeddings':
      return {
        stream: false,
        request: async (secret) => provider.toNativeEmbeddings(call, secret),
        fromNative: (body) => provider.fromNativeEmbeddings(body),
        // Nobody streams vectors.
        async *decodeStream() {},
        unfinished: (events) =>
          count(events, 'embedding') === inputsOf(call.body).length
            ? undefined
            : fault('not one vector for each input'),
      };
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
