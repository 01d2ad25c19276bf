import type { NativeRequest } from '@palimpsest/providers';
import { guardedLookup } from '@palimpsest/runtime';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { dispatch, type UpstreamResponse } from './dispatch.ts';
import { watchConnection } from './reused-connections.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * The connections to all providers. Time-outs are the attempt's own; redirects are never followed; a name that resolves to a link-local
 * or metadata address is refused.
 */
export const createUpstreamAgent = (): Agent =>
  new Agent({
    connect: { lookup: guardedLookup, timeout: 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    allowH2: false,
  });

// Undici makes a `Buffer` of a text and keeps it up to the end of the answer, and one of Node.js's pool keeps 64 KB alive.
const utf8 = new TextEncoder();

/** Codes of a connection that died under a request. */
const dead = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

type Base = { readonly origin: string; readonly path: string };

/** As many as there are base URLs among the keys, and those that were. */
const bases = new Map<string, Base>();

function baseOf(baseUrl: string): Base {
  const known = bases.get(baseUrl);
  if (known !== undefined) return known;
  const { origin, pathname } = new URL(baseUrl);
  const base = { origin, path: pathname.replace(/\/$/, '') };
  bases.set(baseUrl, base);
  return base;
}

/**
 * Sends one request. A reused connection that the provider had closed meanwhile fails before any byte of the answer: the request was never
 * taken, so it goes out again at once on a fresh one. That is the only retry here.
 */
export async function send(
  agent: Dispatcher,
  baseUrl: string,
  native: NativeRequest,
  signal: StopSignal,
): Promise<UpstreamResponse> {
  // What was stopped before it was sent is not sent.
  if (signal.reason !== undefined) throw signal.reason;
  const base = baseOf(baseUrl);
  const options: Dispatcher.DispatchOptions = {
    origin: base.origin,
    path: `${base.path}${native.path}`,
    method: native.method,
    headers: native.headers,
    body: typeof native.body === 'string' ? utf8.encode(native.body) : (native.body ?? null),
  };
  const first = watchConnection(() => dispatch(agent, options, signal));
  try {
    return await first.answer;
  } catch (error) {
    if (signal.isStopped || !first.wentOnUsed() || !dead.has((error as { code?: string }).code ?? '')) throw error;
    return dispatch(agent, options, signal);
  }
}
