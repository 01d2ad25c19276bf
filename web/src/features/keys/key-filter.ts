import type { Key } from '../../api/schema.gen.ts';
import { modelTags } from './model-tags.ts';

/** What the list of keys is narrowed to. */
export type KeyFilter = { readonly text: string; readonly state: Key['state'] | 'any' };

/** Whether a key is shown: its state, and the text in any of the words that name it. */
export function matchesFilter(key: Key, { text, state }: KeyFilter): boolean {
  if (state !== 'any' && key.state !== state) return false;
  const { name, id, provider, vendor, quota_group: group, secret_hint: hint } = key;
  const words = [name, id, provider, vendor, group ?? '', hint ?? '', ...modelTags(key.models)];
  return words.some((word) => word.toLowerCase().includes(text.trim().toLowerCase()));
}
