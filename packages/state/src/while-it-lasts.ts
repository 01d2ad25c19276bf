/** What was made of something, and from when to when (Unix ms, the end excluded) the same would be made again. */
type Lasting<Made> = { readonly made: Made; readonly fromMs: number; readonly untilMs: number };

/** So many are kept. Beyond that all are forgotten. */
const most = 5000;

/** The same as `make`, which depends on the object and the time alone; what was made last of an object, for as long as it lasts. */
export function whileItLasts<From extends object, Made>(
  make: (from: From, nowMs: number) => Lasting<Made>,
): (from: From, nowMs: number) => Made {
  const known = new Map<From, Lasting<Made>>();
  return (from, nowMs) => {
    const last = known.get(from);
    if (last !== undefined && last.fromMs <= nowMs && nowMs < last.untilMs) return last.made;
    if (known.size >= most) known.clear();
    const found = make(from, nowMs);
    known.set(from, found);
    return found.made;
  };
}
