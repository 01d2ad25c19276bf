import { closedLoop } from '../load/closed-loop.ts';
import { memoryOf } from '../measure/process-figures.ts';
import { requestsOf } from './growth-load.ts';
import { sizes } from './sizes.ts';
import type { Subject } from './subject.ts';

/** Starts with a large configuration. */
export type LargeStarts = {
  readonly users: number;
  readonly keys: number;
  /** From the start of a process to ready, ms. */
  readonly controlMs: readonly number[];
  /** With control there before. */
  readonly proxyMs: readonly number[];
  /** Resident memory when it was ready, MB. */
  readonly controlMb: readonly number[];
  readonly proxyMb: readonly number[];
};

const starts = 5;

/** Starts control and proxy of the gateway with many users and keys several times. @throws where a started proxy does not serve. */
export async function largeStarts({ house, gatewayKeys }: Subject): Promise<LargeStarts> {
  const [controlMs, proxyMs, controlMb, proxyMb]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let start = 0; start < starts; start += 1) {
    controlMs.push(await house.restartControl());
    controlMb.push(memoryOf(house.processes.control).nowMb);
    const { child, port, readyMs } = await house.startProxy();
    proxyMs.push(readyMs);
    proxyMb.push(memoryOf(child.pid).nowMb);
    // The user that was made last is known: ready means all of them.
    const target = { port, request: requestsOf(gatewayKeys.slice(-1), 'spread') };
    const { failed } = await closedLoop(target, { callers: 1, ms: Number.POSITIVE_INFINITY, mostRequests: 1 });
    await child.stop();
    if (failed > 0) throw new Error('a proxy was ready and did not serve');
  }
  return { users: gatewayKeys.length, keys: sizes.keys.many, controlMs, proxyMs, controlMb, proxyMb };
}
