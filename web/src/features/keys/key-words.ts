import type { Key } from '../../api/schema.gen.ts';

export const providers = [
  'openai',
  'anthropic',
  'gemini',
  'openrouter',
  'openai_compatible',
] as const satisfies readonly Key['provider'][];

/** Providers as people write them. */
export const providerNames: Record<Key['provider'], string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  openrouter: 'OpenRouter',
  openai_compatible: 'OpenAI-compatible',
};

/** The name of a provider as an answer has it, which may be one that this page is too old to know. */
export const providerName = (provider: string): string =>
  Object.entries(providerNames).find(([word]) => word === provider)?.[1] ?? provider;

export const keyStates = [
  'active',
  'sleeping',
  'exhausted',
  'suspended',
  'disabled',
] as const satisfies readonly Key['state'][];

/** A colour for each state; the word always stands beside it. */
export const stateColor: Record<Key['state'], string> = {
  active: 'teal',
  sleeping: 'yellow',
  exhausted: 'orange',
  suspended: 'red',
  disabled: 'gray',
};

/** Where a key is called when no address is given. */
export const defaultAddress: Record<Key['provider'], string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
  openrouter: 'https://openrouter.ai/api/v1',
  openai_compatible: 'http://localhost:11434/v1',
};

/** What an empty list of models stands for. */
export const familiesOf: Record<Key['provider'], string> = {
  openai: 'Empty: gpt-*, chatgpt-*, o1*, o3*, o4*, text-embedding-*.',
  anthropic: 'Empty: claude-*.',
  gemini: 'Empty: gemini-*, text-embedding-*, gemini-embedding-*.',
  openrouter: 'Empty: every name with a slash.',
  openai_compatible: 'At least one.',
};
