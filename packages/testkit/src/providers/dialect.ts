import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject, ProviderName } from '@palimpsest/domain';
import type { Answer } from './answer.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** What a request asks for. */
export type Operation =
  | { readonly kind: 'chat'; readonly model: string | undefined; readonly stream: boolean }
  | { readonly kind: 'embeddings'; readonly model: string | undefined; readonly stream: false }
  | { readonly kind: 'models' }
  /** Anything else that the provider answers with a document, such as what is left of a key's credit. */
  | { readonly kind: 'document'; readonly body: Json };

/** How the provider turns a request down. */
export type Refusal = { readonly status: number; readonly body: Json };

/** What a stream is made of: `frames` are whole server-sent events as they go over the wire. */
export type Frames = {
  readonly frames: readonly string[];
  /** What follows for form's sake. */
  readonly done: readonly string[];
};

/** One provider's wire form, seen from its own side. Pure: the server brings the sockets. */
export type Dialect = {
  readonly provider: ProviderName;
  /** What stands between the server's address and the paths: the tail of a base URL. */
  readonly basePath: string;
  /** The secret that a request presents, or how the provider turns it away for presenting none. */
  secretOf(headers: IncomingHttpHeaders): string | Refusal;
  /** How it turns an unknown secret away. */
  unknownSecret(secret: string): Refusal;
  /** Whether the list of models is open to everybody. */
  readonly modelsOpen: boolean;
  operation(method: string, url: URL, body: JsonObject): Operation | Refusal;
  /** What the provider would find wrong with this request. */
  refuse(body: JsonObject, operation: { readonly model: string; readonly stream: boolean }): Refusal | undefined;
  /** The body that usually comes with a status. */
  failure(status: number, call: Pick<SimulatedCall, 'model'>): Json;
  plain(answer: Answer, call: SimulatedCall): Json;
  stream(answer: Answer, call: SimulatedCall): Frames;
  /** What the provider would find wrong with a request for embeddings. */
  refuseEmbeddings(body: JsonObject): Refusal | undefined;
  /** The vectors of what the call asks for. */
  embeddings(call: SimulatedCall): Json;
  /** What is sent while nothing is to be said. */
  readonly keepAlive: string;
  readonly streamType: string;
  models(names: readonly string[]): Json;
  readonly defaultModels: readonly string[];
};

export const isRefusal = (value: object): value is Refusal => 'status' in value;
