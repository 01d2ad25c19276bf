import { setTimeout } from 'node:timers/promises';
import { type Client, outbox, type SnapshotService, type WatchSnapshotsRequest } from '@palimpsest/contracts';
import type { Logger } from '@palimpsest/runtime';
import { snapshotOf } from './compile.ts';
import type { CurrentSnapshot } from './current.ts';
import { receiver, type Served } from './receive.ts';

export type WatchOptions = {
  /** Names this proxy in control's log and metrics. */
  readonly proxyId: string;
  /** Opens a channel to control; each stream gets one of its own, so that a frozen peer's is not used again. */
  readonly connect: () => { readonly call: Client<typeof SnapshotService>; readonly close: () => void };
  readonly current: CurrentSnapshot;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** After this long without a word, in ms, control counts as lost; default 10,000. It speaks every 3,000. */
  readonly silenceMs?: number;
};

export type Watch = {
  /** Resolves once the watch has ended. */
  readonly ended: Promise<void>;
};

/**
 * Follows control's configuration until the signal aborts: every accepted version is swapped in, a refused one is answered with
 * the reason. Without control the last version stays in force, and control is looked for again.
 */
export function watchSnapshots(options: WatchOptions): Watch {
  let served: Served | undefined;
  const follow = async () => {
    for (let failures = 0; !options.signal.aborted; failures += 1) {
      try {
        await followOnce(options, served, (latest) => {
          if (latest !== undefined) served = latest;
          failures = 0;
        });
        options.logger.info('control ended the configuration stream');
      } catch (error) {
        if (!options.signal.aborted) sayLost(options.logger, error, failures, served !== undefined);
      }
      await setTimeout(pauseMs(failures), undefined, { signal: options.signal }).catch(() => undefined);
    }
  };
  return { ended: follow() };
}

/** At a common start control is a moment behind its proxies: that is no news. What lasts longer is. */
const quietFailures = 20;

function sayLost(logger: WatchOptions['logger'], error: unknown, failures: number, served: boolean): void {
  if (!served && failures < quietFailures) logger.info({ failures }, 'control is not there yet');
  else logger.warn({ err: error, failures }, 'the configuration stream broke off');
}

/** Full jitter between proxies that lost the same control; short enough that a restarted one is found within two seconds. */
const pauseMs = (failures: number): number => 100 + Math.random() * Math.min(2_000, 200 * 2 ** Math.min(failures, 10));

async function followOnce(
  { connect, proxyId, current, logger, signal, silenceMs = 10_000 }: WatchOptions,
  served: Served | undefined,
  heard: (served: Served | undefined) => void,
): Promise<void> {
  const silent = new AbortController();
  const silence = globalThis.setTimeout(() => silent.abort(), silenceMs);
  const { call, close } = connect();
  const answers = outbox<
    Partial<Pick<WatchSnapshotsRequest, 'rejection'>> & { proxyId: string; origin: string; acceptedVersion: bigint }
  >();
  let latest = served;
  const tell = (rejection?: string) =>
    answers.push({
      proxyId,
      origin: latest?.origin ?? '',
      acceptedVersion: BigInt(latest?.version ?? 0),
      ...(rejection === undefined ? {} : { rejection }),
    });
  try {
    tell();
    const receive = receiver(served);
    for await (const { push } of call.watchSnapshots(answers, { signal: AbortSignal.any([signal, silent.signal]) })) {
      silence.refresh();
      const verdict = await receive(push);
      if (verdict === undefined) {
        heard(undefined);
      } else if (verdict.type === 'accepted') {
        latest = verdict.served;
        current.swap(snapshotOf(latest.configuration, latest.version));
        heard(latest);
        tell();
        logger.debug({ version: latest.version }, 'configuration accepted');
      } else {
        tell(verdict.reason);
        logger.warn({ version: latest?.version, reason: verdict.reason }, 'configuration refused');
      }
    }
  } finally {
    clearTimeout(silence);
    answers.end();
    close();
  }
}
