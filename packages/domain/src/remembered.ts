/**
 * The same as `make`, which depends on the name alone; for a name that was met not long ago, what was made then. When `most` names are
 * known all are forgotten.
 */
export function remembered<From, Made>(
  most: number,
  nameOf: (from: From) => string,
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (from) => {
    const name = nameOf(from);
    const before = known.get(name);
    if (before !== undefined) return before.made;
    if (known.size === most) known.clear();
    const made = make(from);
    known.set(name, { made });
    return made;
  };
}
