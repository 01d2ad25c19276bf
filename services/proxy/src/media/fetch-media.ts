import type { InlineMedia } from '@palimpsest/domain';
import type { PlacedUrl, Refusal } from '@palimpsest/providers';
import { isPublicAddress, publicLookup, type Resolve } from '@palimpsest/runtime';
import Agent from 'undici/lib/dispatcher/agent.js';
import { StopSignal } from '../upstream/stop-signal.ts';
import { Watchdog } from '../upstream/watchdog.ts';
import { fetchImage, type ImageParts, type Unfetched, whyUnfetched } from './fetch-image.ts';

export type MediaOptions = {
  /** Which addresses may be called; all others are refused before a connection is made. */
  readonly isPublic?: (address: string) => boolean;
  /** How names are resolved, before their addresses are checked. */
  readonly resolve?: Resolve;
  /** Certificates to trust beside those of the system. */
  readonly ca?: string;
};

/** Fetches for providers what stands behind addresses in a client's request, on the gateway's own account. */
export type MediaFetcher = {
  /** All of them by address, or what is wrong with the first that cannot be had. Throws only the reason of `signal`. */
  fetch(urls: readonly PlacedUrl[], signal: StopSignal): Promise<ReadonlyMap<string, InlineMedia> | Refusal>;
  close(): Promise<void>;
};

/** Milliseconds for each, redirects included. */
const patienceMs = 10_000;
/** Providers take requests of 20 MB, in which bytes stand as base64. */
const mostBytes = 14 * 1024 * 1024;
const mostUrls = 16;

export function createMediaFetcher({ isPublic = isPublicAddress, resolve, ca }: MediaOptions = {}): MediaFetcher {
  const agent = new Agent({
    connect: { lookup: publicLookup(isPublic, resolve), timeout: 5_000, ...(ca === undefined ? {} : { ca }) },
    connections: 8,
    keepAliveTimeout: 1_000,
    allowH2: false,
  });
  const parts: ImageParts = { agent, isPublic, mostBytes };
  return {
    async fetch(all, signal) {
      const urls = [...new Map(all.map((placed) => [placed.url, placed])).values()];
      const [beyond] = urls.slice(mostUrls);
      if (beyond !== undefined) return refused(beyond, `at most ${mostUrls} images are fetched for one request`);
      const media = new Map<string, InlineMedia>();
      const got = await Promise.all(urls.map((placed) => one(parts, placed, signal)));
      for (const [index, placed] of urls.entries()) {
        const image = got[index];
        if (image === undefined || 'because' in image) return refused(placed, image?.because ?? '');
        media.set(placed.url, image);
      }
      const size = [...media.values()].reduce((sum, { base64 }) => sum + base64.length, 0);
      const [first] = urls;
      if (first !== undefined && size > (mostBytes / 3) * 4)
        return refused(first, `the images of one request may have ${mostBytes} bytes together`);
      return media;
    },
    close: () => agent.close(),
  };
}

async function one(parts: ImageParts, { url }: PlacedUrl, signal: StopSignal): Promise<InlineMedia | Unfetched> {
  const fetching = new StopSignal();
  const watchdog = new Watchdog(fetching);
  watchdog.arm(patienceMs, 'PLAIN_TIMEOUT');
  signal.link(fetching);
  try {
    return await fetchImage(parts, url, fetching);
  } catch (error) {
    if (signal.reason !== undefined) throw signal.reason;
    return whyUnfetched(error);
  } finally {
    signal.unlink(fetching);
    watchdog.end();
  }
}

const refused = ({ param }: PlacedUrl, because: string): Refusal => ({
  refused: { param, message: `The image cannot be fetched: ${because}.`, code: 'invalid_image_url' },
});
