import type {
  AnswerEvent,
  Capabilities,
  ChatCall,
  ChatEvent,
  EmbeddingsCall,
  Failure,
  ProviderName,
} from '@palimpsest/domain';
import type { AccountReader } from './accounts/account-reader.ts';
import type { LimitReader } from './limits/limit-reader.ts';

/** An HTTP request in the provider's own form. `path` is appended to the key's base URL. */
export type NativeRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, as text or in UTF-8; absent for GET. */
  readonly body?: string | Buffer;
};

/** What the client asked for and this provider cannot honour: a 400 for the client where no other target can serve it. */
export type Refusal = { readonly refused: { readonly param: string; readonly message: string; readonly code: string } };

/** Everything `classify` may look at. No sockets, no clocks, no Redis: data in, verdict out. */
export type FailureEvidence =
  /**
   * Header names are lower-case; `body` is the whole body, or as much of it as was kept. `date` is the clock for moments that the
   * answer names: whoever reads the answer adds one where the upstream sent none.
   */
  | {
      readonly at: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** An error inside a stream or inside a body with status 200. */
  | { readonly at: 'stream'; readonly payload: unknown }
  /** `errorCode` is Node's or undici's (`ECONNREFUSED`, `UND_ERR_SOCKET`), or ours: `FIRST_BYTE_TIMEOUT`, `STALL_TIMEOUT`, `PLAIN_TIMEOUT`, `FORBIDDEN_ADDRESS`. */
  | { readonly at: 'transport'; readonly errorCode: string; readonly message: string };

/** A canonical event, or the failure that ends the attempt: nothing follows a failure. */
export type Decoded = ChatEvent | { readonly type: 'failure'; readonly failure: Failure };

/** The same for a call of any kind. */
export type DecodedAnswer = AnswerEvent | { readonly type: 'failure'; readonly failure: Failure };

/**
 * Decodes one streamed body. It is told what comes and asks for nothing, so that nothing but what it still needs is held while the next
 * bytes are waited for, which may be long.
 */
export type StreamDecoder = {
  /** Whether the answer has ended, well or in a failure: nothing more will come of it. */
  readonly isOver: boolean;
  /** What the next bytes complete; they may be cut anywhere. */
  take(bytes: Buffer): readonly Decoded[];
  /** What the end of the body completes; `error` is what broke it off. */
  end(error?: Error): readonly Decoded[];
};

/** An address in a call, and the field where it stands, for messages about it. */
export type PlacedUrl = { readonly url: string; readonly param: string };

/** One provider is one folder exporting one of these. Its functions are pure; none throws on any input. */
export type Provider = {
  readonly name: ProviderName;
  /** Canonical call to the provider's wire form. `secret` enters here and nowhere else. */
  toNative(call: ChatCall, secret: string): NativeRequest | Refusal;
  /** A whole body of a 2xx answer to the same events a stream would have given. */
  fromNative(body: string): readonly Decoded[];
  /**
   * A streamed 2xx body to canonical events, as it comes. A body that ends without the provider's end mark, an error event, an HTML page or
   * other garbage ends with a `failure`; a whole JSON answer where a stream was expected is decoded as one.
   */
  decodeStream(): StreamDecoder;
  classify(evidence: FailureEvidence): Failure;
  /** What answers tell of the key's limits. */
  readonly limits: LimitReader;
  toNativeEmbeddings(call: EmbeddingsCall, secret: string): NativeRequest | Refusal;
  /** A whole body of a 2xx answer: one vector for each input, the usage where it is told, and the end or a failure. */
  fromNativeEmbeddings(body: string): readonly DecodedAnswer[];
  /** What a model can do, as far as the provider's data say. `host` tells servers of OpenAI's dialect apart. */
  capabilities(model: string, host?: string): Capabilities;
  /** What of a call the provider cannot honour, by its table of parameters: known without translating anything. */
  refusal(call: ChatCall): Refusal | undefined;
  /** Addresses in a call behind which the provider does not look itself: it wants the bytes, in `ChatCall.media`. */
  wantsInline(call: ChatCall): readonly PlacedUrl[];
  /** Headers of the client, in lower case, that mean something to this provider and go along. Never authentication. */
  readonly forwardedHeaders: readonly string[];
  /** Whose key it is, where an answer tells. */
  readonly account: AccountReader;
  /** The cheapest request that only a key that is accepted gets an answer to. */
  proveKey(secret: string): NativeRequest;
  /** Asks for the models that a key may use. */
  listModels(secret: string): NativeRequest;
  /** The model names in the answer to `listModels`, as a client would write them. */
  readModels(body: string): readonly string[];
};
