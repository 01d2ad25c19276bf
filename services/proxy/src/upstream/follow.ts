/**
 * Aborts `follower` when `signal` is aborted, for the same reason, until the function that it gives is called. `AbortSignal.any` does this
 * too, with links that the garbage collector takes away: for one attempt they cost more than the whole of its HTTP.
 */
export function follow(signal: AbortSignal, follower: AbortController): () => void {
  const abort = (): void => follower.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
