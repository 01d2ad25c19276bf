import { isIP } from 'node:net';
import type { InlineMedia } from '@palimpsest/domain';
import { notPublic } from '@palimpsest/runtime';
import type { Dispatcher } from 'undici';
import { dispatch, type UpstreamResponse } from '../upstream/dispatch.ts';
import { readBytes } from '../upstream/read-body.ts';
import type { StopSignal } from '../upstream/stop-signal.ts';
import { Stopped } from '../upstream/watchdog.ts';
import { sniffImage } from './sniff-image.ts';

export type ImageParts = {
  /** Connects to public addresses alone, and follows no redirects. */
  readonly agent: Dispatcher;
  readonly isPublic: (address: string) => boolean;
  readonly mostBytes: number;
};

/** Why an image cannot be had, in words for the client that named it. Nothing of what stands at the address. */
export type Unfetched = { readonly because: string };

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The image at an https address. Each redirect is checked like the first address; what the network and `signal` do to it is thrown. */
export async function fetchImage(
  parts: ImageParts,
  from: string,
  signal: StopSignal,
): Promise<InlineMedia | Unfetched> {
  let address: string | undefined = from;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const url = address === undefined ? undefined : readAddress(address, parts.isPublic);
    if (url === undefined)
      return { because: hops === 0 ? notFetched : 'it redirects to an address that is not fetched' };
    const response = await dispatch(
      parts.agent,
      { ...get, origin: url.origin, path: url.pathname + url.search },
      signal,
    );
    if (!redirects.has(response.statusCode)) return readImage(response, parts.mostBytes);
    response.body.leave();
    address = redirectedTo(response, url);
  }
  return { because: 'it redirects too often' };
}

const get = {
  method: 'GET',
  headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'palimpsest-gateway' },
} as const;

const notFetched = 'only https addresses on the public internet are fetched';

/** The address, where it may be called at all; a name is checked when it is connected to. */
function readAddress(text: string, isPublic: ImageParts['isPublic']): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return isIP(host) === 0 || isPublic(host) ? url : undefined;
}

function redirectedTo({ headers }: UpstreamResponse, from: URL): string | undefined {
  const { location } = headers;
  return location === undefined ? undefined : (URL.parse(location, from.href)?.href ?? undefined);
}

async function readImage(
  { statusCode, body, headers }: UpstreamResponse,
  mostBytes: number,
): Promise<InlineMedia | Unfetched> {
  const tooLarge = { because: `it is larger than ${mostBytes} bytes` };
  if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > mostBytes) {
    body.leave();
    return statusCode === 200 ? tooLarge : { because: `its server answers with the status ${statusCode}` };
  }
  const bytes = await readBytes(body, mostBytes);
  if (bytes === undefined) return tooLarge;
  const mediaType = sniffImage(bytes);
  return mediaType === undefined
    ? { because: 'it is no image of a known kind' }
    : { mediaType, base64: bytes.toString('base64') };
}

/** What connecting and reading threw, in the same words. Whether a name exists in our own network is nobody's business. */
export function whyUnfetched(error: unknown): Unfetched {
  if (error instanceof Stopped) return { because: 'its server takes too long' };
  const { code } = error as { readonly code?: string };
  if (code === notPublic || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { because: notFetched };
  return { because: 'its server does not answer as it should' };
}
