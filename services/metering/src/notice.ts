import type { Logger } from '@palimpsest/runtime';
import { createUnpricedAlert, isUnpriced } from './alerts/unpriced.ts';
import type { Notice } from './consume.ts';
import type { MeteringMetrics } from './metrics.ts';

/** Counts what became of events, and tells the operator what wants a hand: entries nobody can read, models nobody priced. */
export function noticeOf(metrics: MeteringMetrics, logger: Logger): Notice {
  const alertUnpriced = createUnpricedAlert((target) => logger.warn(target, 'a model that was used has no price'));
  return {
    applied(how, event) {
      metrics.events.inc({ result: how });
      if (how === 'known') return;
      metrics.requests.inc({ outcome: event.outcome });
      if (!isUnpriced(event)) return;
      metrics.unpriced.inc();
      alertUnpriced(event);
    },
    poisoned(place, err) {
      metrics.poisoned.inc();
      logger.error({ ...place, err }, 'a usage event cannot be read and is set aside');
    },
  };
}
