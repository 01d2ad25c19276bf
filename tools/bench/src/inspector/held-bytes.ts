import type { Inspector } from './inspector.ts';

/** Bytes that a process holds on to when all garbage is gone: its heap, and its buffers beside it. */
export async function heldBytes(inspector: Inspector): Promise<number> {
  await inspector.call('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await inspector.call<{ usedSize: number; backingStorageSize: number }>(
    'Runtime.getHeapUsage',
  );
  return usedSize + backingStorageSize;
}
