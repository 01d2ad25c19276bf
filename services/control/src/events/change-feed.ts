import type { Logger } from '@palimpsest/runtime';
import type { Change, ChangeMarks } from '@palimpsest/state';
import { type Topic, topicsOf } from './topics.ts';

type ChangeListener = {
  readonly changed: (topics: ReadonlySet<Topic>) => void;
  /** Nothing comes any more. */
  readonly ended: () => void;
};

/** Tells its listeners what changed, whichever process changed it. Redis is asked only while somebody listens. */
export type ChangeFeed = {
  /** Gives what ends the listening; `undefined` where too many listen already, or the service stops. */
  listen(listener: ChangeListener): (() => void) | undefined;
  /** Ends every listening. */
  end(): void;
};

export type ChangeFeedOptions = {
  readonly marks: Pick<ChangeMarks, 'changed' | 'reset'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
  /** Milliseconds between two tellings of the request log: under load it changes all the time, and is costly to read. */
  readonly logEveryMs?: number;
};

/** Of one replica: dashboards, and programs that watch. */
export const mostListeners = 100;

export function createChangeFeed({ marks, logger, everyMs = 1000, logEveryMs = 3000 }: ChangeFeedOptions): ChangeFeed {
  const listeners = new Set<ChangeListener>();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let failing = false;
  let logChanged = false;
  let logToldAt = Number.NEGATIVE_INFINITY;

  /** Holds back what is told too often, until it may be told again. */
  const paced = (changes: Set<Change>): Set<Change> => {
    logChanged ||= changes.delete('log');
    if (logChanged && performance.now() - logToldAt >= logEveryMs) {
      logChanged = false;
      logToldAt = performance.now();
      changes.add('log');
    }
    return changes;
  };
  const look = async (): Promise<void> => {
    try {
      const topics = topicsOf(paced(await marks.changed()));
      if (topics.size > 0) for (const { changed } of listeners) changed(topics);
      failing = false;
    } catch (err) {
      if (!failing) logger.warn({ err }, 'what changed cannot be told now');
      failing = true;
    }
    timer = listeners.size === 0 ? undefined : setTimeout(() => void look(), everyMs);
  };
  return {
    listen(listener) {
      if (ended || listeners.size >= mostListeners) return undefined;
      listeners.add(listener);
      if (timer === undefined && listeners.size === 1) {
        marks.reset();
        timer = setTimeout(() => void look(), 0);
      }
      return () => listeners.delete(listener);
    },
    end() {
      ended = true;
      clearTimeout(timer);
      for (const listener of listeners) listener.ended();
      listeners.clear();
    },
  };
}
