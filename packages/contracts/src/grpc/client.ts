import type {
  DescMethod,
  DescMethodBiDiStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Client as Channel } from '@grpc/grpc-js';
import { callBoth, callStream, callUnary, type StreamOptions, type UnaryOptions } from './calls.ts';
import { answerLimits, channelOptions, retryPolicies } from './channel-options.ts';
import { pathOf } from './service-definition.ts';
import { channelCredentials, type TlsMaterial } from './tls.ts';

type Call<Method> =
  Method extends DescMethodUnary<infer In, infer Out>
    ? (request: MessageInitShape<In>, options?: UnaryOptions) => Promise<MessageShape<Out>>
    : Method extends DescMethodServerStreaming<infer In, infer Out>
      ? (request: MessageInitShape<In>, options?: StreamOptions) => AsyncIterable<MessageShape<Out>>
      : Method extends DescMethodBiDiStreaming<infer In, infer Out>
        ? (requests: AsyncIterable<MessageInitShape<In>>, options?: StreamOptions) => AsyncIterable<MessageShape<Out>>
        : never;

/**
 * The methods of a service at one peer. They throw `StatusError`s; leaving a stream's loop cancels the call.
 * A stream has no time limit: its owner watches for silence.
 */
export type Client<Service extends DescService> = {
  readonly [Name in keyof Service['method']]: Call<Service['method'][Name]>;
};

export type ClientOptions = {
  /** `host:port`. */
  readonly address: string;
  /** Name of the service that must answer: its certificate is checked for it, whatever the address. */
  readonly peer: string;
  readonly tls: TlsMaterial;
};

/** Opens a channel over mTLS. It connects with the first call, and again after every loss, until `close`. */
export function makeClient<Service extends DescService>(
  service: Service,
  { address, peer, tls }: ClientOptions,
): { readonly call: Client<Service>; readonly close: () => void } {
  const channel = new Channel(address, channelCredentials(tls), {
    ...channelOptions,
    ...answerLimits(service),
    ...retryPolicies(service),
    'grpc.ssl_target_name_override': peer,
  });
  const calls = service.methods.map((method) => [method.localName, callOf(channel, method)]);
  return { call: Object.fromEntries(calls) as Client<Service>, close: () => channel.close() };
}

function callOf(channel: Channel, method: DescMethod) {
  switch (method.methodKind) {
    case 'unary':
      return callUnary(channel, method);
    case 'server_streaming':
      return callStream(channel, method);
    case 'bidi_streaming':
      return callBoth(channel, method);
    case 'client_streaming':
      throw new Error(`${pathOf(method)}: streams of requests alone are not part of any contract`);
  }
}
