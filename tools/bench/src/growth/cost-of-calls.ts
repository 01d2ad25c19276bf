import type { House } from '../contestants/gateway-house.ts';
import type { LoadResult } from '../load/tally.ts';
import { whileHalted } from '../measure/halted.ts';
import { redisWork } from '../measure/redis-info.ts';
import { inWindow } from '../measure/window.ts';

/** What calls cost. CPU times per request, microseconds. */
export type CallCost = {
  readonly perSecond: number;
  /** Of all processes of the proxy, and of Redis, while the calls run and metering stands still. */
  readonly proxyUs: number;
  readonly redisUs: number;
  /** Of metering, and of Redis, while metering then enters the calls into the books. */
  readonly meteringUs: number;
  readonly bookingUs: number;
  /** While the calls run: cores that Redis kept busy, that everything on the machine did, and that other programs did. */
  readonly redisCores: number;
  readonly busyCores: number;
  readonly foreignShare: number;
};

const bookedWithinMs = 30_000;

/** Puts calls on a house, then lets its metering catch up. @param proxies processes of the proxy. */
export async function costOfCalls(
  house: House,
  proxies: readonly number[],
  run: () => Promise<LoadResult>,
): Promise<CallCost> {
  await house.settled();
  const redisMs = async (): Promise<number> => (await redisWork(house.redisPort)).cpuMs;
  const before = await redisMs();
  const named = Object.fromEntries(proxies.map((pid) => [String(pid), pid]));
  const { metering } = house.processes;
  const calls = await whileHalted(metering, () => inWindow(named, run));
  const between = await redisMs();
  const booking = await inWindow({ metering }, () => house.settled(bookedWithinMs));
  const after = await redisMs();
  const { answered, failed } = calls.result;
  const each = (ms: number): number => (ms * 1000) / (answered + failed);
  return {
    perSecond: (answered * 1000) / calls.elapsedMs,
    proxyUs: each(Object.values(calls.cpuMs).reduce((sum, ms) => sum + ms, 0)),
    redisUs: each(between - before),
    meteringUs: each(booking.cpuMs.metering ?? 0),
    bookingUs: each(after - between),
    redisCores: (between - before) / calls.elapsedMs,
    busyCores: calls.busyCores,
    foreignShare: calls.foreignShare,
  };
}
