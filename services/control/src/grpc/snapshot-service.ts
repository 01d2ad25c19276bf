import type { Handlers, SnapshotService } from '@palimpsest/contracts';
import type { Logger } from '@palimpsest/runtime';
import { bell } from './bell.ts';
import { hearProxy } from './hear-proxy.ts';
import type { ProxyStandings } from './proxy-standings.ts';
import { type OnUnfit, pushDelta, pushHeartbeat, pushState } from './push-parts.ts';
import type { Place, SnapshotFeed } from './snapshot-feed.ts';

export type SnapshotServiceOptions = {
  readonly feed: SnapshotFeed;
  readonly proxies: ProxyStandings;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds of silence after which a heartbeat is sent; default 3,000. */
  readonly heartbeatMs?: number;
  /** Milliseconds before a proxy that refused gets the state again, doubled each time up to 30 s; default 1,000. */
  readonly retryMs?: number;
};

/**
 * Pushes the configuration to each proxy: the whole state where it stands at none that we know or has refused, then every change
 * as it happens. One that refused gets the whole state anew once something changes, or after a pause that grows.
 */
export const snapshotHandlers = ({
  feed,
  proxies,
  logger,
  heartbeatMs = 3_000,
  retryMs = 1_000,
}: SnapshotServiceOptions): Handlers<typeof SnapshotService> => ({
  async *watchSnapshots(requests, call) {
    const { ring, wait } = bell();
    const heard = hearProxy(requests, call, { proxies, logger, onWord: ring });
    const onUnfit: OnUnfit = (record, err) =>
      logger.error({ err, ...record }, 'a record cannot be told to the proxies: they do without it');
    const deafen = feed.onChange(ring);
    call.signal.addEventListener('abort', ring);
    try {
      let place: Place | undefined;
      while (!heard.ended()) {
        place ??= heard.start();
        const refusals = heard.takeRefusals();
        if (refusals > 0) {
          await wait(Math.min(retryMs * 2 ** (refusals - 1), 30_000));
          place = nowhere;
          continue;
        }
        const next = place === undefined ? 'current' : feed.after(place);
        if (next === 'lost') {
          const state = feed.state();
          yield* pushState(state, onUnfit);
          place = state;
        } else if (next === 'current') {
          if (!(await wait(heartbeatMs))) yield pushHeartbeat(place?.version ?? 0);
        } else {
          yield* pushDelta(next, onUnfit);
          place = next.to;
        }
      }
    } finally {
      deafen();
    }
  },
});

/** A place of no origin: the whole state comes next. */
const nowhere: Place = { origin: '', version: 0 };
