/** Tells the first of what would be told again and again: at most once in `everyMs`. */
export function atMostEvery<Args extends readonly unknown[]>(
  everyMs: number,
  tell: (...args: Args) => void,
): (...args: Args) => void {
  let againAtMs = 0;
  return (...args) => {
    const nowMs = performance.now();
    if (nowMs < againAtMs) return;
    againAtMs = nowMs + everyMs;
    tell(...args);
  };
}
