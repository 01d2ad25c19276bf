import { once } from 'node:events';
import {
  create,
  type DescMessage,
  type DescMethodBiDiStreaming,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type {
  Server,
  ServerDuplexStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { admitCall, type CallContext, type ServerCall } from './call-context.ts';
import { pathOf, serviceDefinition } from './service-definition.ts';
import { isStatusError, publicError } from './status-error.ts';

type Handler<Method> =
  Method extends DescMethodUnary<infer In, infer Out>
    ? (request: MessageShape<In>, call: CallContext) => Promise<MessageInitShape<Out>>
    : Method extends DescMethodServerStreaming<infer In, infer Out>
      ? (request: MessageShape<In>, call: CallContext) => AsyncIterable<MessageInitShape<Out>>
      : Method extends DescMethodBiDiStreaming<infer In, infer Out>
        ? (requests: AsyncIterable<MessageShape<In>>, call: CallContext) => AsyncIterable<MessageInitShape<Out>>
        : never;

/** One function for each method. A stream ends when its iterable does; thrown `statusError`s reach the caller, bugs do not. */
export type Handlers<Service extends DescService> = {
  readonly [Name in keyof Service['method']]: Handler<Service['method'][Name]>;
};

export type ServiceOptions = {
  /** Names of the services that may call; they stand in the callers' certificates. */
  readonly peers: readonly string[];
  /** Ends streams that are open. */
  readonly stopping: AbortSignal;
  /** Told of every error that is no `statusError`; the caller sees INTERNAL alone. */
  readonly onBug: (error: unknown, method: string) => void;
};

type AnyHandler = (input: unknown, call: CallContext) => unknown;
type Writable = ServerWritableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>;

/** Serves the methods of one service. Streams of requests alone are not part of any contract here and are refused. */
export function addService<Service extends DescService>(
  server: Server,
  service: Service,
  handlers: Handlers<Service>,
  options: ServiceOptions,
): void {
  const implementation: UntypedServiceImplementation = {};
  for (const method of service.methods) {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[method.localName];
    const path = pathOf(method);
    if (handler === undefined) throw new Error(`no handler for ${path}`);
    const fail = (error: unknown) => {
      if (!isStatusError(error)) options.onBug(error, path);
      return publicError(error);
    };
    const admit = (call: ServerCall) => admitCall(call, options.peers, options.stopping);

    switch (method.methodKind) {
      case 'unary':
        implementation[method.localName] = (
          call: ServerUnaryCall<unknown, unknown>,
          done: sendUnaryData<MessageShape<DescMessage>>,
        ) => {
          const answered = async () =>
            create(method.output, (await handler(call.request, admit(call))) as MessageInitShape<DescMessage>);
          answered().then(
            (message) => done(null, message),
            (error: unknown) => done(fail(error)),
          );
        };
        break;
      case 'server_streaming':
        implementation[method.localName] = (call: ServerWritableStream<unknown, unknown>) => {
          void answer(call, method.output, () => handler(call.request, admit(call)), fail);
        };
        break;
      case 'bidi_streaming':
        implementation[method.localName] = (call: ServerDuplexStream<unknown, unknown>) => {
          // A handler that stops reading has not ended its answers: leaving the loop must not destroy the call.
          void answer(call, method.output, () => handler(call.iterator({ destroyOnReturn: false }), admit(call)), fail);
        };
        break;
      case 'client_streaming':
        throw new Error(`${path}: streams of requests alone are not served`);
    }
  }
  server.addService(serviceDefinition(service), implementation);
}

async function answer(
  call: Writable,
  schema: DescMessage,
  run: () => unknown,
  fail: (error: unknown) => Error,
): Promise<void> {
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort());
  try {
    for await (const message of run() as AsyncIterable<MessageInitShape<DescMessage>>) {
      if (call.cancelled) return;
      if (!call.write(create(schema, message))) await once(call, 'drain', { signal: gone.signal });
    }
    call.end();
  } catch (error) {
    // Once the caller is gone its stream breaks under the handler: nobody's fault, and nobody is left to tell.
    if (!call.cancelled) call.emit('error', fail(error));
  }
}
