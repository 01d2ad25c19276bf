import { type Stoppable, Stopped } from './watchdog.ts';

/** The moment at which calls under way are ended because this proxy cannot wait any longer. */
export type Shutdown = {
  /** Stops `call` when it begins, at once where it has; until it is unlinked. */
  link(call: Stoppable): void;
  unlink(call: Stoppable): void;
  begin(): void;
};

/** A signal would do, but walks all its listeners for each that comes or goes: with thousands of calls open that is most of a call. */
export function createShutdown(): Shutdown {
  const open = new Set<Stoppable>();
  let begun = false;
  return {
    link(call) {
      if (begun) call.stop(new Stopped('SHUTDOWN'));
      else open.add(call);
    },
    unlink: (call) => void open.delete(call),
    begin() {
      begun = true;
      for (const call of open) call.stop(new Stopped('SHUTDOWN'));
      open.clear();
    },
  };
}
