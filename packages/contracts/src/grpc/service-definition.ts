import {
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { ServiceDefinition } from '@grpc/grpc-js';

export type Codec = {
  readonly serialize: (message: MessageShape<DescMessage>) => Buffer;
  readonly deserialize: (bytes: Buffer) => MessageShape<DescMessage>;
};

/** How grpc-js writes and reads one message. */
export const codecOf = (schema: DescMessage): Codec => ({
  serialize: (message) => bufferOver(toBinary(schema, message)),
  deserialize: (bytes) => fromBinary(schema, bytes),
});

const bufferOver = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

export const pathOf = (method: DescMethod): string => `/${method.parent.typeName}/${method.name}`;

/** A protobuf-es service in the form that grpc-js registers. No stubs are generated. */
export function serviceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => {
      const input = codecOf(method.input);
      const output = codecOf(method.output);
      const definition = {
        path: pathOf(method),
        originalName: method.localName,
        requestStream: method.methodKind === 'client_streaming' || method.methodKind === 'bidi_streaming',
        responseStream: method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming',
        requestSerialize: input.serialize,
        requestDeserialize: input.deserialize,
        responseSerialize: output.serialize,
        responseDeserialize: output.deserialize,
      };
      return [method.localName, definition];
    }),
  );
}
