import { isIP } from 'node:net';
import type { InlineMedia } from '@palimpsest/domain';
import { notPublic } from '@palimpsest/runtime';
import type { Dispatcher } from 'undici';
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

/** The image at an https address. Each redirect is checked like the first address; only network and time may be thrown by `signal`. */
export async function fetchImage(
  parts: ImageParts,
  from: string,
  signal: AbortSignal,
): Promise<InlineMedia | Unfetched> {
  let address: string | undefined = from;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const url = address === undefined ? undefined : readAddress(address, parts.isPublic);
    if (url === undefined)
      return { because: hops === 0 ? notFetched : 'it redirects to an address that is not fetched' };
    const response = await parts.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'palimpsest-gateway' },
      signal,
    });
    if (!redirects.has(response.statusCode)) return readImage(response, parts.mostBytes);
    await drop(response.body);
    address = redirectedTo(response, url);
  }
  return { because: 'it redirects too often' };
}

/** Lets go of a body that nobody reads: a short one leaves the connection usable. */
const drop = (body: Dispatcher.ResponseData['body']): Promise<void> =>
  body.dump({ limit: 16_384 }).catch(() => undefined);

const notFetched = 'only https addresses on the public internet are fetched';

/** The address, where it may be called at all; a name is checked when it is connected to. */
function readAddress(text: string, isPublic: ImageParts['isPublic']): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return isIP(host) === 0 || isPublic(host) ? url : undefined;
}

function redirectedTo({ headers }: Dispatcher.ResponseData, from: URL): string | undefined {
  const { location } = headers;
  const target = Array.isArray(location) ? location[0] : location;
  return target === undefined ? undefined : (URL.parse(target, from.href)?.href ?? undefined);
}

async function readImage(
  { statusCode, body, headers }: Dispatcher.ResponseData,
  mostBytes: number,
): Promise<InlineMedia | Unfetched> {
  const tooLarge = { because: `it is larger than ${mostBytes} bytes` };
  if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > mostBytes) {
    await drop(body);
    return statusCode === 200 ? tooLarge : { because: `its server answers with the status ${statusCode}` };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) return tooLarge;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const mediaType = sniffImage(bytes);
  return mediaType === undefined
    ? { because: 'it is no image of a known kind' }
    : { mediaType, base64: bytes.toString('base64') };
}

/** What connecting and reading threw, in the same words. Whether a name exists in our own network is nobody's business. */
export function whyUnfetched(error: unknown): Unfetched {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  if (code === notPublic || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { because: notFetched };
  return { because: name === 'TimeoutError' ? 'its server takes too long' : 'its server does not answer as it should' };
}
