import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@palimpsest/runtime';
import type { MeteringMetrics } from '../metrics.ts';
import { type LedgerReport, ledgerBooks } from './report.ts';

const hourMs = 3_600_000;
const nightAtMs = 3 * hourMs;
const mostLogged = 50;

export type NightlyParts = {
  readonly check: () => Promise<LedgerReport>;
  readonly metrics: Pick<MeteringMetrics, 'differences' | 'checkedAt'>;
  readonly logger: Pick<Logger, 'info' | 'error' | 'warn'>;
};

/** Milliseconds from a moment (Unix ms) to the next 03:00 UTC; never 0. */
export const untilNight = (nowMs: number): number => {
  const day = 24 * hourMs;
  return day - ((((nowMs - nightAtMs) % day) + day) % day);
};

/** Checks the books every night at 03:00 UTC, and shows the result as metrics and log lines. Reads only, so several may do it. */
export function checkNightly(parts: NightlyParts): { stop(): void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const everyNight = async (): Promise<void> => {
    while (!signal.aborted) {
      await wait(untilNight(Date.now()), undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await checkOnce(parts);
    }
  };
  void everyNight();
  return { stop: () => stopping.abort() };
}

/** One check and what is told of it. Never throws: what cannot be checked now is told and waits for the next night. */
export async function checkOnce({ check, metrics, logger }: NightlyParts): Promise<void> {
  let report: LedgerReport;
  try {
    report = await check();
  } catch (err) {
    logger.warn({ err }, 'the books could not be checked');
    return;
  }
  metrics.checkedAt.set(Math.floor(Date.now() / 1000));
  const byBook = Map.groupBy(report.differences, ({ book }) => book);
  for (const book of ledgerBooks) metrics.differences.set({ book }, byBook.get(book)?.length ?? 0);
  for (const { expected, found, ...where } of report.differences.slice(0, mostLogged))
    logger.error({ ...where, expected: `${expected}`, found: `${found}` }, 'the books do not agree');
  logger.info({ ...report.checked, differences: report.differences.length }, 'the books were checked');
}
