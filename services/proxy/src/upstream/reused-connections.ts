import { channel } from 'node:diagnostics_channel';
import type { DiagnosticsChannel } from 'undici';

/**
 * Undici publishes what it does, and tells by no other way on which connection a request went out (undici.nodejs.org, "Diagnostics
 * Channel").
 */
const created = channel('undici:request:create');
const sent = channel('undici:client:sendHeaders');

const usedSockets = new WeakSet<object>();
const onUsedSockets = new WeakSet<object>();
sent.subscribe((message) => {
  const { request, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage;
  if (usedSockets.has(socket)) onUsedSockets.add(request);
  usedSockets.add(socket);
});

let beginning: ((request: object) => void) | undefined;
created.subscribe((message) => beginning?.((message as DiagnosticsChannel.RequestCreateMessage).request));

/** Begins a request; `wentOnUsed` tells afterwards whether its connection had carried another one before. `begin` dispatches at once. */
export function watchConnection<T>(begin: () => Promise<T>): {
  readonly answer: Promise<T>;
  wentOnUsed(): boolean;
} {
  let request: object | undefined;
  beginning = (begun) => {
    request = begun;
  };
  const answer = begin();
  beginning = undefined;
  return { answer, wentOnUsed: () => request !== undefined && onUsedSockets.has(request) };
}
