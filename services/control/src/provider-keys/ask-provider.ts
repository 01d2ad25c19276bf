import { type NativeRequest, plainHeaders } from '@palimpsest/providers';
import { guardedLookup } from '@palimpsest/runtime';
import { Agent, type Dispatcher, request } from 'undici';

export type ProviderAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const patienceMs = 30_000;
const mostBytes = 4 * 1024 * 1024;

/** Connections of control to the providers: few and short. */
export const createProviderAgent = (): Agent =>
  new Agent({ connect: { lookup: guardedLookup, timeout: 10_000 }, allowH2: false, keepAliveTimeout: 1000 });

/** Sends one request and reads the whole answer, whatever its status; redirects are not followed. Throws as the transport does. */
export async function askProvider(
  dispatcher: Dispatcher,
  baseUrl: string,
  { method, path, headers, body }: NativeRequest,
): Promise<ProviderAnswer> {
  const answer = await request(`${baseUrl}${path}`, {
    dispatcher,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: body ?? null,
    signal: AbortSignal.timeout(patienceMs),
  });
  return {
    status: answer.statusCode,
    headers: plainHeaders(answer.headers),
    body: await readCapped(answer.body),
  };
}

async function readCapped(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    // What is beyond is not looked at; leaving the loop closes the connection.
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(parts).toString();
}
