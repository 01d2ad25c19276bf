/** The moment at which calls under way are ended because this proxy cannot wait any longer. */
export type Shutdown = {
  /** Calls `end` when it begins, at once where it has; until the function that it gives is called. */
  onBegin(end: () => void): () => void;
  begin(): void;
};

/** An `AbortSignal` would do, but walks all its listeners for each that comes or goes: with thousands of calls open that is most of a call. */
export function createShutdown(): Shutdown {
  const open = new Set<{ end: (() => void) | undefined }>();
  let begun = false;
  return {
    onBegin(end) {
      if (begun) {
        end();
        return () => undefined;
      }
      const entry: { end: (() => void) | undefined } = { end };
      open.add(entry);
      return () => {
        open.delete(entry);
        entry.end = undefined;
      };
    },
    begin() {
      begun = true;
      for (const { end } of open) end?.();
      open.clear();
    },
  };
}
