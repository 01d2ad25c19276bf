import { isContent } from '@palimpsest/domain';
import type { Relay } from './relay.ts';

/** The same relay, where `tell` has been called, and waited for, before the first content of an attempt goes on. */
export function heardFirst(relay: Pick<Relay, 'take'>, tell: () => Promise<void>): Pick<Relay, 'take'> {
  let heard = false;
  return {
    async take(events) {
      if (!heard && events.some(isContent)) {
        heard = true;
        await tell();
      }
      await relay.take(events);
    },
  };
}
