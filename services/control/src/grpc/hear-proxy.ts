import type { CallContext, WatchSnapshotsRequest } from '@palimpsest/contracts';
import type { Logger } from '@palimpsest/runtime';
import type { ProxyStandings } from './proxy-standings.ts';
import type { Place } from './snapshot-feed.ts';

/** What one proxy has said on its stream so far. */
export type Heard = {
  /** Where it stood when it opened the stream; `undefined` until it has said so. */
  readonly start: () => Place | undefined;
  /** Where it refused something since this was asked last: how many times in a row it has. 0 where it did not. */
  readonly takeRefusals: () => number;
  /** It speaks no more: the stream is over. */
  readonly ended: () => boolean;
};

export type HearOptions = {
  readonly proxies: ProxyStandings;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Called after everything that is heard. */
  readonly onWord: () => void;
};

/** Listens until the proxy or the call ends, and keeps its standing meanwhile. */
export function hearProxy(
  requests: AsyncIterable<WatchSnapshotsRequest>,
  call: CallContext,
  { proxies, logger, onWord }: HearOptions,
): Heard {
  const stream = Symbol('proxy');
  let start: Place | undefined;
  let refusals = 0;
  let refused = false;
  let ended = false;

  const take = ({ proxyId, origin, acceptedVersion, rejection }: WatchSnapshotsRequest): void => {
    const version = Number(acceptedVersion);
    if (start === undefined) {
      start = { origin, version };
      logger.info({ proxy: proxyId, address: call.address, version }, 'a proxy follows the configuration');
    }
    refusals = rejection === undefined ? 0 : refusals + 1;
    refused ||= rejection !== undefined;
    if (rejection !== undefined) {
      logger.warn({ proxy: proxyId, version, reason: rejection }, 'a proxy refused the configuration');
    }
    proxies.set(stream, { proxyId, address: call.address, version, rejection });
  };

  const listen = async (): Promise<void> => {
    try {
      for await (const request of requests) {
        take(request);
        onWord();
      }
    } catch (error) {
      // A lost proxy breaks the stream under this loop, with an error that says nothing more.
      if (!call.signal.aborted) logger.warn({ err: error, address: call.address }, 'a proxy was lost');
    }
    ended = true;
    proxies.set(stream, undefined);
    onWord();
  };
  void listen();

  return {
    start: () => start,
    takeRefusals() {
      if (!refused) return 0;
      refused = false;
      return refusals;
    },
    ended: () => ended || call.signal.aborted,
  };
}
