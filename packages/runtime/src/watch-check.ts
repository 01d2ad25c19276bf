import { type Check, verdictOf } from './readiness.ts';

const everyMs = 1000;

/**
 * Asks one check of readiness every second and logs each change of its verdict, so that an operator reads what is wrong and not what follows
 * from it.
 */
export function watchCheck(
  name: string,
  check: Check,
  logger: Record<'error' | 'info', (fields: object, line: string) => void>,
): { readonly stop: () => void } {
  let last: boolean | string = true;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const say = (verdict: boolean | string): void => {
    if (verdict === true) logger.info({ check: name }, `${name} is well again`);
    else logger.error({ check: name }, verdict === false ? `${name} is not well` : verdict);
  };
  const look = async (): Promise<void> => {
    const verdict = await verdictOf(check);
    if (stopped) return;
    if (verdict !== last) say(verdict);
    last = verdict;
    timer = setTimeout(() => void look(), everyMs);
  };
  timer = setTimeout(() => void look(), everyMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
