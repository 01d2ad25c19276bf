import { GatewayError } from '../gateway-error.ts';
import type { Candidate } from '../request-log.ts';

const order = [
  'sleeping',
  'exhausted',
  'suspended',
  'disabled',
  'unreadable',
  'model',
  'limit',
  'concurrent',
  'probing',
  'vendor',
  'unable',
  'chosen',
] as const;
const words: Record<string, string> = {
  limit: 'at their limit',
  concurrent: 'with all slots taken',
  probing: 'being probed',
  vendor: 'at a vendor in trouble',
  model: 'without this model for now',
  unreadable: 'unreadable',
  unable: 'unable to serve this request',
  chosen: 'tried',
};

/** Nobody can end these but an operator; what a key's model cannot do, nobody at all. */
const endsByHand = new Set(['suspended', 'disabled', 'unreadable', 'unable']);

/** No access to the model, as far as its provider told. */
const isDenied = (candidate: Candidate): boolean => candidate.verdict === 'model' && candidate.untilMs === null;

export const modelNotFound = (): GatewayError =>
  new GatewayError('model_not_found', 'No provider key has access to this model.', { param: 'model' });

/**
 * How a request is refused when keys serve its model and none can take it now: 404 when none has access to the model, 503 when only an
 * operator can help, else 429 with the soonest moment at which one wakes, and why each was passed over.
 */
export function poolError(candidates: readonly Candidate[], nowMs: number): GatewayError {
  const counted = order
    .map((verdict) => ({ verdict, count: candidates.filter((candidate) => candidate.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${words[verdict] ?? verdict}`)
    .join(', ');
  const looked = `${candidates.length} ${candidates.length === 1 ? 'key' : 'keys'}: ${counted}`;
  if (candidates.length > 0 && candidates.every(isDenied)) return modelNotFound();
  if (candidates.every((candidate) => endsByHand.has(candidate.verdict) || isDenied(candidate)))
    return new GatewayError('no_usable_key', `No key can serve this model until an operator acts (${looked}).`);
  const soonest = Math.min(
    ...candidates.map((candidate) =>
      endsByHand.has(candidate.verdict) || isDenied(candidate)
        ? Number.POSITIVE_INFINITY
        : (candidate.untilMs ?? nowMs + 1000),
    ),
  );
  const retryAfterMs = Number.isFinite(soonest) ? Math.max(1000, soonest - nowMs) : 1000;
  return new GatewayError(
    'pool_exhausted',
    `No key can take this request now (${looked}; the first is back in ${spoken(retryAfterMs)}).`,
    { retryAfterMs },
  );
}

function spoken(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
