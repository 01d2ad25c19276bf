import type { RequestId } from '@palimpsest/domain';

/** The usage stream has this many parts, so that a cluster spreads it. Fixed: a request must find its part again. */
export const usagePartitions = ['0', '1', '2', '3'] as const;

/** The part to which a request's records belong, by a stable hash (FNV-1a) of its id. */
export function partitionOf(request: RequestId): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < request.length; index += 1)
    hash = Math.imul(hash ^ request.charCodeAt(index), 0x01000193);
  return String((hash >>> 0) % usagePartitions.length);
}
