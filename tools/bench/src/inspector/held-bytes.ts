import type { Inspector } from './inspector.ts';

/**
 * Bytes that a process holds on to in its heap, when all garbage is gone. Buffers are not in it: the last read of a connection stays as long
 * as the next does not come, and how large it is is the sender's choice.
 */
export async function heldBytes(inspector: Inspector): Promise<number> {
  await inspector.call('HeapProfiler.collectGarbage');
  const { usedSize } = await inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
  return usedSize;
}
