import type { Logger } from '@palimpsest/runtime';
import type { Balances } from './poll-balances.ts';

const roundMs = 10_000;

/** Looks every ten seconds, once control is prepared, whose balance is due. One round at a time. */
export function startBalanceRounds(
  balances: Balances,
  prepared: Promise<void>,
  logger: Pick<Logger, 'info'>,
): { stop(): Promise<void> } {
  let running = prepared;
  let idle = false;
  const round = (): void => {
    if (!idle) return;
    idle = false;
    running = balances
      .round()
      .catch((err: unknown) => logger.info({ err }, 'not all balances were read'))
      .finally(() => {
        idle = true;
      });
  };
  void prepared.then(() => {
    idle = true;
    round();
  });
  const timer = setInterval(round, roundMs);
  return {
    async stop() {
      clearInterval(timer);
      idle = false;
      await running;
    },
  };
}
