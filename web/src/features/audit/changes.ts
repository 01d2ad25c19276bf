/** One member that an operator action changed, in words; a side is absent where there was or is nothing. */
type Change = {
  /** As the operator API names members: `limits[0].amount`. */
  readonly path: string;
  readonly from?: string;
  readonly to?: string;
};

/** What an action changed, member by member, in the order in which the members stand; equal ones are left out. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const old = membersOf(before);
  const now = membersOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, from: old.get(path), to: now.get(path) }))
    .filter(({ from, to }) => from !== to)
    .map(({ path, from, to }) => ({
      path,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    }));
}

/** What changed in one line: `name, limits`, each member of the top once. */
export const changedMembers = (changes: readonly Change[]): string =>
  [...new Set(changes.map(({ path }) => path.split(/[.[]/, 1).join()))].join(', ');

/** Every value by its path. `null` and what is empty are nothing: a form cannot tell them apart either. */
const membersOf = (value: unknown): ReadonlyMap<string, string> => new Map(flat('', value));

function flat(path: string, value: unknown): readonly (readonly [path: string, words: string])[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object'))
      return value.flatMap((item, index) => flat(`${path}[${index}]`, item));
    return value.length === 0 ? [] : [[path, value.join(', ')]];
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, member]) => flat(path === '' ? name : `${path}.${name}`, member));
  return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
}
