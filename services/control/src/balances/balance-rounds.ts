import type { Logger, Repeated } from '@palimpsest/runtime';
import { repeatOncePrepared } from '../repeat-once-prepared.ts';
import type { Balances } from './poll-balances.ts';

const pauseMs = 10_000;

/** Looks every ten seconds, once control is prepared, whose balance is due. One round at a time. */
export const startBalanceRounds = (
  balances: Balances,
  prepared: Promise<void>,
  logger: Pick<Logger, 'info'>,
): Repeated =>
  repeatOncePrepared(
    prepared,
    pauseMs,
    () => balances.round(),
    (err) => logger.info({ err }, 'not all balances were read'),
  );
