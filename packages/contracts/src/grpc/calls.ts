import { once } from 'node:events';
import {
  create,
  type DescMessage,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { type Client as Channel, type ClientDuplexStream, type ClientReadableStream, Metadata } from '@grpc/grpc-js';
import { codecOf, pathOf } from './service-definition.ts';

export type StreamOptions = { readonly signal?: AbortSignal };
export type UnaryOptions = StreamOptions & {
  /** Milliseconds; 5,000 where not given. */
  readonly timeoutMs?: number;
};

type Init = MessageInitShape<DescMessage>;
type Message = MessageShape<DescMessage>;

export const callUnary = (channel: Channel, method: DescMethod) => {
  const { serialize } = codecOf(method.input);
  const { deserialize } = codecOf(method.output);
  return (request: Init, { signal, timeoutMs = 5_000 }: UnaryOptions = {}): Promise<Message> =>
    new Promise((resolve, reject) => {
      const call = channel.makeUnaryRequest(
        pathOf(method),
        serialize,
        deserialize,
        create(method.input, request),
        new Metadata(),
        { deadline: Date.now() + timeoutMs },
        (error, answer) => {
          if (answer === undefined) reject(error ?? new Error(`${pathOf(method)}: no answer`));
          else resolve(answer);
        },
      );
      cancelOn(signal, call);
    });
};

export const callStream = (channel: Channel, method: DescMethod) => {
  const { serialize } = codecOf(method.input);
  const { deserialize } = codecOf(method.output);
  return async function* (request: Init, { signal }: StreamOptions = {}): AsyncGenerator<Message> {
    const call = channel.makeServerStreamRequest(pathOf(method), serialize, deserialize, create(method.input, request));
    cancelOn(signal, call);
    yield* answersOf(call);
  };
};

export const callBoth = (channel: Channel, method: DescMethod) => {
  const { serialize } = codecOf(method.input);
  const { deserialize } = codecOf(method.output);
  return async function* (requests: AsyncIterable<Init>, { signal }: StreamOptions = {}): AsyncGenerator<Message> {
    const call = channel.makeBidiStreamRequest(pathOf(method), serialize, deserialize);
    cancelOn(signal, call);
    void send(requests, call, (request) => create(method.input, request));
    yield* answersOf(call);
  };
};

/** Leaving the loop early cancels the call. */
async function* answersOf(call: ClientReadableStream<Message> | ClientDuplexStream<Message, Message>) {
  // The loop throws the call's error; one that comes after the loop was left (the cancellation) must not crash us.
  call.on('error', () => undefined);
  try {
    yield* call as AsyncIterable<Message>;
  } finally {
    call.cancel();
  }
}

async function send(
  requests: AsyncIterable<Init>,
  call: ClientDuplexStream<Message, Message>,
  make: (request: Init) => Message,
): Promise<void> {
  const ended = new AbortController();
  call.once('close', () => ended.abort());
  try {
    for await (const request of requests) {
      if (ended.signal.aborted) return;
      if (!call.write(make(request))) await once(call, 'drain', { signal: ended.signal });
    }
    call.end();
  } catch (error) {
    // The reader of the answers is told: nobody else waits for what is sent.
    call.destroy(error instanceof Error ? error : new Error('the requests ended with an error'));
  }
}

function cancelOn(
  signal: AbortSignal | undefined,
  call: { cancel(): void; once(event: 'status', listener: () => void): unknown },
) {
  if (signal === undefined) return;
  const cancel = () => call.cancel();
  if (signal.aborted) return cancel();
  signal.addEventListener('abort', cancel, { once: true });
  call.once('status', () => signal.removeEventListener('abort', cancel));
}
