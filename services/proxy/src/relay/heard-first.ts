import { isContent } from '@palimpsest/domain';
import { unlessAway } from '@palimpsest/state';
import type { Relay } from './relay.ts';

/**
 * The same relay, where `tell` has been called, and waited for, before the first content of an attempt goes on. Where Redis does not hear it the
 * answer is no worse, and the end of the attempt tells more.
 */
export function heardFirst(relay: Pick<Relay, 'take'>, tell: () => Promise<void>): Pick<Relay, 'take'> {
  let heard = false;
  return {
    take(events) {
      if (heard || !events.some(isContent)) return relay.take(events);
      heard = true;
      return unlessAway(tell()).then(() => relay.take(events));
    },
  };
}
