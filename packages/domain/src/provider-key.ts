import type { ProviderKeyId } from './ids.ts';
import type { Limit } from './limit.ts';

export const providerNames = ['openai', 'anthropic', 'gemini', 'openrouter', 'openai_compatible'] as const;
export type ProviderName = (typeof providerNames)[number];

/** One entry of a key's `models`: a name, a glob such as `gpt-4*`, or a public name for an upstream's own. */
export type ModelEntry = string | { readonly name: string; readonly upstream: string };

/** Milliseconds; each overrides the gateway's own for this key. */
export type Timeouts = { readonly firstByteMs?: number; readonly stallMs?: number; readonly plainMs?: number };

/** A stored provider key as the proxies use it. The secret is beside it, never in it. */
export type ProviderKey = {
  readonly id: ProviderKeyId;
  readonly name: string;
  readonly provider: ProviderName;
  readonly baseUrl: string;
  /** What outages, locality and prices are kept by. */
  readonly vendor: string;
  readonly models: readonly ModelEntry[];
  readonly quotaGroup: string | undefined;
  readonly limits: readonly Limit[];
  readonly timeouts: Timeouts;
  readonly enabled: boolean;
};

/** The hash tag under which a key's counters and marks live: its quota group, or itself. */
export const quotaTag = (key: Pick<ProviderKey, 'id' | 'quotaGroup'>): string =>
  key.quotaGroup === undefined ? key.id : `group:${key.quotaGroup}`;

/** The families that an empty `models` list stands for. `openai_compatible` has none: its list is required. */
export const defaultModels: Record<ProviderName, readonly string[]> = {
  openai: ['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*', 'text-embedding-*'],
  anthropic: ['claude-*'],
  gemini: ['gemini-*', 'text-embedding-*', 'gemini-embedding-*'],
  openrouter: ['*/*'],
  openai_compatible: [],
};

/** What each provider's official SDK takes as its base URL. */
export const defaultBaseUrl: Record<Exclude<ProviderName, 'openai_compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
  openrouter: 'https://openrouter.ai/api/v1',
};

/** The upstream's name for a public model name on this key, or `undefined` where the key does not serve it. */
export function upstreamModel(key: Pick<ProviderKey, 'provider' | 'models'>, model: string): string | undefined {
  const entries = key.models.length === 0 ? defaultModels[key.provider] : key.models;
  for (const entry of entries) {
    if (typeof entry !== 'string') {
      if (entry.name === model) return entry.upstream;
    } else if (entry.includes('*') ? matchesGlob(entry, model) : entry === model) return model;
  }
  return undefined;
}

/** `*` stands for any run of characters, everything else for itself. Linear: no pattern can make it slow. */
export function matchesGlob(glob: string, text: string): boolean {
  const star = glob.indexOf('*');
  if (star === -1) return glob === text;
  if (star === glob.length - 1) return text.startsWith(glob.slice(0, star));
  const parts = glob.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
