import type { UsageEvent } from '@palimpsest/domain';
import type { Logger } from '@palimpsest/runtime';
import { unpricedUses } from './alerts/unpriced.ts';
import type { Notice } from './consume.ts';
import type { MeteringMetrics } from './metrics.ts';

/** Counts what became of events, and hands on what wants an operator's hand: entries nobody can read, models nobody priced. */
export function noticeOf(metrics: MeteringMetrics, logger: Logger, see: (event: UsageEvent) => void): Notice {
  return {
    applied(how, event) {
      metrics.events.inc({ result: how });
      if (how === 'known') return;
      // What takes the place of an entry is no other request.
      if (how === 'applied') metrics.requests.inc({ outcome: event.outcome });
      if (unpricedUses(event).length === 0) return;
      metrics.unpriced.inc();
      see(event);
    },
    poisoned(place, err) {
      metrics.poisoned.inc();
      logger.error({ ...place, err }, 'a usage event cannot be read and is set aside');
    },
  };
}
