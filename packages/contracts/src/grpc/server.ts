import type { DescService } from '@bufbuild/protobuf';
import { Server } from '@grpc/grpc-js';
import { addService, type Handlers, type ServiceOptions } from './add-service.ts';
import { grpcAddress } from './address.ts';
import { channelOptions } from './channel-options.ts';
import { serverCredentials, type TlsMaterial } from './tls.ts';

/** A service with its handlers, ready to be added to a server. */
export type ServedService = (server: Server, options: Pick<ServiceOptions, 'stopping' | 'onBug'>) => void;

/** Serves `service` to holders of a certificate that names one of `peers`. */
export const serve =
  <Service extends DescService>(
    service: Service,
    handlers: Handlers<Service>,
    peers: readonly string[],
  ): ServedService =>
  (server, options) =>
    addService(server, service, handlers, { ...options, peers });

export type GrpcServerOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: TlsMaterial;
  readonly services: readonly ServedService[];
  /** Told of every error that is no `statusError`; callers see INTERNAL alone. */
  readonly onBug: (error: unknown, method: string) => void;
};

/** `stop` ends open streams, lets unary calls finish for up to `graceMs`, then cuts what is left. */
export type GrpcServer = { readonly port: number; readonly stop: (graceMs?: number) => Promise<void> };

/**
 * Listens with mTLS.
 * @throws where it cannot; `code` is the system's word (`EADDRINUSE`) where it has one.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = new Server(channelOptions);
  const stopping = new AbortController();
  for (const add of options.services) add(server, { stopping: stopping.signal, onBug: options.onBug });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(grpcAddress(options.host, options.port), serverCredentials(options.tls), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(withCode(error));
    });
  });
  const stop = (graceMs = 2_000) =>
    new Promise<void>((resolve) => {
      stopping.abort();
      const cut = setTimeout(() => server.forceShutdown(), graceMs);
      server.tryShutdown(() => {
        clearTimeout(cut);
        resolve();
      });
    });
  return { port, stop };
}

/** grpc-js puts the system's error into a sentence and forgets its code. */
function withCode(error: Error): Error {
  const code = /\bE[A-Z]{4,}\b/.exec(error.message)?.[0];
  return code === undefined ? error : Object.assign(error, { code });
}
