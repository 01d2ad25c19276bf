import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '@palimpsest/domain';
import { encodeError, errorHeaders } from './dialects/openai-chat/encode-error.ts';

/** Answers with an error outside of a call's own path. */
export function refuse(
  response: ServerResponse,
  error: GatewayError,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(encodeError(error));
  response.writeHead(error.status, {
    ...headers,
    ...errorHeaders(error),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}

/** What fastify itself refuses, in our words: bodies too large, unreadable or never finished. */
export function asRefusal(
  error: { readonly code?: string; readonly statusCode?: number; readonly message: string },
  maxBodyBytes: number,
): GatewayError {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new GatewayError('request_too_large', `The request body is larger than ${maxBodyBytes} bytes.`, {
      cause: error,
    });
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new GatewayError('invalid_request', 'The request body is not as long as its content-length says.', {
      cause: error,
    });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new GatewayError('invalid_request', 'The request cannot be read as HTTP.', { cause: error });
  return new GatewayError('internal_error', 'The gateway made a mistake; it has been logged.', { cause: error });
}

/** What Node cannot even read as HTTP: answered on the bare connection, in OpenAI's shape all the same, and closed. */
export function refuseUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = tooSlow
    ? new GatewayError('request_timeout', 'The request did not come in whole in time.')
    : new GatewayError('invalid_request', unreadable(error.code));
  const body = JSON.stringify(encodeError(refusal));
  const head = `HTTP/1.1 ${refusal.status} ${tooSlow ? 'Request Timeout' : 'Bad Request'}`;
  socket.end(
    `${head}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Also headers that are too large: each code has one status, and none has 431. */
const unreadable = (code: string | undefined): string =>
  code === 'HPE_HEADER_OVERFLOW'
    ? `The headers of the request are larger than ${process.getBuiltinModule('node:http').maxHeaderSize} bytes.`
    : 'The request cannot be read as HTTP.';
