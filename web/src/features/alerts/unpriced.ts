/** What a price is missing for, as the prices page takes it; an empty vendor is any of the provider. */
export type Unpriced = { readonly provider: string; readonly vendor: string; readonly model: string };

/** Reads the target of an alert of a model without a price; a model's name may have blanks. */
export function unpricedOf(target: string): Unpriced | undefined {
  const [, provider = '', vendor = '', model = ''] = /^(\S+) (\S*) (.+)$/s.exec(target) ?? [];
  if (model === '') return undefined;
  return { provider, vendor: vendor === provider ? '' : decoded(vendor), model };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
