/** Ids that are remembered; beyond that, all are found anew. */
const most = 5000;

/** The same as `make`, which depends on the id alone; the same object again for an id that was asked for not long ago. */
export function remembered<Id extends string, Made>(make: (id: Id) => Made): (id: Id) => Made {
  const known = new Map<Id, Made>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (known.size === most) known.clear();
    const made = make(id);
    known.set(id, made);
    return made;
  };
}
