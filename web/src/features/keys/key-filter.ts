import type { Key } from '../../api/schema.gen.ts';

/** What the list of keys is narrowed to. */
export type KeyFilter = { readonly text: string; readonly state: Key['state'] | 'any' };

/** Whether a key is shown: its state, and the text in any of the words that name it. */
export function matchesFilter(key: Key, { text, state }: KeyFilter): boolean {
  if (state !== 'any' && key.state !== state) return false;
  const words = [key.name, key.id, key.provider, key.vendor, key.quota_group ?? '', key.secret_hint ?? ''];
  return words.some((word) => word.toLowerCase().includes(text.trim().toLowerCase()));
}
