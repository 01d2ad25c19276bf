/**
 * What `read` came to, asked for by one at a time however many want it, and again only `everyMs` milliseconds after it came: until then they
 * share the outcome. `undefined` where it failed; `onError` is told.
 */
export function readSeldom<Value>(
  everyMs: number,
  read: () => Promise<Value>,
  onError: (error: unknown) => void,
): () => Promise<Value | undefined> {
  let last: Promise<Value | undefined> | undefined;
  let dueAtMs = 0;
  const readOnce = async (): Promise<Value | undefined> => {
    try {
      return await read();
    } catch (error) {
      onError(error);
      return undefined;
    } finally {
      dueAtMs = performance.now() + everyMs;
    }
  };
  return () => {
    if (last !== undefined && performance.now() < dueAtMs) return last;
    dueAtMs = Infinity;
    last = readOnce();
    return last;
  };
}
