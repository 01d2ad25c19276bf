export type Named = { readonly id: string; readonly name: string };
export type NamedOption = { readonly value: string; readonly label: string };

/**
 * What can be chosen: those named, what is chosen although it is none of them, and what was typed where it has the form of an id. That one is
 * found by its label like any other.
 */
export function namedOptions(
  named: readonly Named[],
  chosen: string | undefined,
  typed: string,
  idForm?: RegExp,
): NamedOption[] {
  const id = idForm?.test(typed.trim()) === true ? typed.trim() : undefined;
  const others = new Set([chosen, id].filter((one) => one !== undefined));
  const known = named.map((one) => {
    others.delete(one.id);
    return { value: one.id, label: one.id === id ? `${one.name} (${id})` : one.name };
  });
  return [...[...others].map((one) => ({ value: one, label: one })), ...known];
}
