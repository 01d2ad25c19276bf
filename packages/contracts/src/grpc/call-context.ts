import type { EventEmitter } from 'node:events';
import { type Metadata, type ServerUnaryCall, status } from '@grpc/grpc-js';
import { statusError } from './status-error.ts';

/** What a handler may know of its call beside the messages. */
export type CallContext = {
  /** Aborts when the caller cancels or is lost, and when the server stops. */
  readonly signal: AbortSignal;
  readonly metadata: Metadata;
  /** Common name in the caller's certificate: the name of its service. */
  readonly peer: string;
  /** Address and port of the caller, for logs. */
  readonly address: string;
};

/** What calls of every kind have. */
export type ServerCall = Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'getPeer' | 'getAuthContext'> &
  EventEmitter;

/**
 * The context of a call whose caller is one of `peers`.
 * @throws PERMISSION_DENIED where its certificate names another service.
 */
export function admitCall(call: ServerCall, peers: readonly string[], stopping: AbortSignal): CallContext {
  const certificate = call.getAuthContext().sslPeerCertificate;
  const peer = String(certificate?.subject?.CN ?? '');
  if (!peers.includes(peer)) throw statusError(status.PERMISSION_DENIED, 'this service may not call here');
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort(statusError(status.CANCELLED, 'the caller is gone')));
  return {
    signal: AbortSignal.any([gone.signal, stopping]),
    metadata: call.metadata,
    peer,
    address: call.getPeer(),
  };
}
