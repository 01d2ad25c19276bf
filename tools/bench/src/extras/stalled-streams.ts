import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@palimpsest/testkit';
import type { Gateway } from '../contestants/gateway.ts';
import { heldBytes } from '../inspector/held-bytes.ts';
import { openInspector } from '../inspector/inspector.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { metricOf } from '../measure/metric-of.ts';
import { memoryOf } from '../measure/process-figures.ts';
import { piece } from '../programs/upstream-answers.ts';
import { warmUp } from '../rounds/warm-up.ts';
import { type Stall, stallingBody, stalls } from '../workloads.ts';

/** Streams that all pause at once, held back whole in the proxy. */
export type StalledStreams = {
  readonly streams: number;
  /** Of them, those that were held open when memory was looked at. */
  readonly open: number;
  readonly completed: number;
  /** Before the first of them, warmed up, when all garbage is gone. */
  readonly idleMb: number;
  /** While all of them pause: with the garbage of their beginnings, and when that is gone, too. */
  readonly stalledMb: number;
  readonly collectedMb: number;
  readonly mostMb: number;
  /** More resident memory for each open stream, with that garbage and without. */
  readonly withGarbageKb: number;
  readonly perStreamKb: number;
  /** More that is held on to for each open stream: heap, and buffers beside it. */
  readonly heldPerStreamKb: number;
  /** Text that had arrived of each, KB. */
  readonly textKb: number;
};

const onceEach = (callers: number) => ({ callers, ms: Number.POSITIVE_INFINITY, mostRequests: callers });

/** By then every stream is open and none goes on yet, unless the machine is too busy for so many at once. */
const lookAfterMs = 8000;

/** Opens so many streams at a fresh proxy and looks at its memory while they pause. */
export async function stalledStreams(
  { house, headers }: Gateway,
  model: Stall,
  streams: number,
): Promise<StalledStreams> {
  const debugged = await freePort();
  const { child, port } = await house.startProxy({ nodeOptions: [`--inspect=127.0.0.1:${debugged}`] });
  // What compiled code takes must not be taken for the streams'.
  await warmUp({ port, headers }, ['stream']);
  const inspector = await openInspector(debugged);
  const heldBefore = await heldBytes(inspector);
  const idleMb = memoryOf(child.pid).nowMb;
  const request = requestBytes(headers, stallingBody(model));
  const running = closedLoop({ port, request: () => request }, onceEach(streams));
  await pause(lookAfterMs);
  const open = await metricOf(house.opsUrl, 'palimpsest_open_requests');
  const stalledMb = memoryOf(child.pid).nowMb;
  const held = await heldBytes(inspector);
  const collectedMb = memoryOf(child.pid).nowMb;
  inspector.close();
  const { answered } = await running;
  const { mostMb } = memoryOf(child.pid);
  await child.stop();
  return {
    streams,
    open,
    completed: answered,
    idleMb,
    stalledMb,
    collectedMb,
    mostMb,
    withGarbageKb: ((stalledMb - idleMb) * 1024) / open,
    perStreamKb: ((collectedMb - idleMb) * 1024) / open,
    heldPerStreamKb: (held - heldBefore) / 1024 / open,
    textKb: (stalls[model].before * piece.length) / 1024,
  };
}
