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

/** Begins a request; `wentOnUsed` tells afterwards whether its connection had carried another one before. `begin` dispatches at once. */
export function watchConnection<T>(begin: () => Promise<T>): {
  readonly answer: Promise<T>;
  wentOnUsed(): boolean;
} {
  let request: object | undefined;
  const note = (message: unknown): void => {
    ({ request } = message as DiagnosticsChannel.RequestCreateMessage);
  };
  created.subscribe(note);
  const answer = begin();
  created.unsubscribe(note);
  return { answer, wentOnUsed: () => request !== undefined && onUsedSockets.has(request) };
}
