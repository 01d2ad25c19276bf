import type { Key } from '../../api/schema.gen.ts';

type ModelEntry = Key['models'][number];

/** A key's models as tags: a name, a glob, or `gpt-4o=openai/gpt-4o` for a public name and the upstream's own. */
export const modelTags = (entries: readonly ModelEntry[]): string[] =>
  entries.map((entry) => (typeof entry === 'string' ? entry : `${entry.name}=${entry.upstream}`));

const FEW = 3;

/** The first of a key's models, and how many there are besides. */
export function fewModels(entries: readonly ModelEntry[]): string {
  const tags = modelTags(entries);
  const rest = tags.length - FEW;
  return rest > 0 ? `${tags.slice(0, FEW).join(', ')} and ${rest} more` : tags.join(', ');
}

/** Tags as the API has them. */
export function modelEntries(tags: readonly string[]): ModelEntry[] {
  return tags.map((tag) => {
    const at = tag.indexOf('=');
    if (at <= 0 || at === tag.length - 1) return tag.trim();
    return { name: tag.slice(0, at).trim(), upstream: tag.slice(at + 1).trim() };
  });
}
