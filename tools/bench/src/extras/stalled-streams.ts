import { setTimeout as pause } from 'node:timers/promises';
import type { Gateway } from '../contestants/gateway.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { memoryOf } from '../measure/process-figures.ts';
import { piece } from '../programs/upstream-answers.ts';
import { type Stall, stallingBody, stalls } from '../workloads.ts';

/** Streams that all pause at once, held back whole in the proxy. */
export type StalledStreams = {
  readonly streams: number;
  readonly completed: number;
  readonly idleMb: number;
  /** While all of them pause. */
  readonly stalledMb: number;
  readonly mostMb: number;
  readonly perStreamKb: number;
  /** Text that had arrived of each, KB. */
  readonly textKb: number;
};

const onceEach = (callers: number) => ({ callers, ms: Number.POSITIVE_INFINITY, mostRequests: callers });

/** By then every stream is open, and none goes on yet. */
const lookAfterMs = 8000;

/** Opens so many streams at a fresh proxy and looks at its memory while they pause. */
export async function stalledStreams(
  { house, headers }: Gateway,
  model: Stall,
  streams: number,
): Promise<StalledStreams> {
  const { child, port } = await house.startProxy();
  await pause(1000);
  const idleMb = memoryOf(child.pid).nowMb;
  const request = requestBytes(headers, stallingBody(model));
  const running = closedLoop({ port, request: () => request }, onceEach(streams));
  await pause(lookAfterMs);
  const stalledMb = memoryOf(child.pid).nowMb;
  const { answered } = await running;
  const { mostMb } = memoryOf(child.pid);
  await child.stop();
  return {
    streams,
    completed: answered,
    idleMb,
    stalledMb,
    mostMb,
    perStreamKb: ((stalledMb - idleMb) * 1024) / streams,
    textKb: (stalls[model].before * piece.length) / 1024,
  };
}
