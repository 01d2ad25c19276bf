import type { ProviderName } from '@palimpsest/domain';
import { anthropic } from './anthropic/index.ts';
import { gemini } from './gemini/index.ts';
import { openai } from './openai/index.ts';
import { openAiCompatible } from './openai-compatible/index.ts';
import { openRouter } from './openrouter/index.ts';
import type { Provider } from './provider.ts';

/** Every provider there is, by the name that a key carries. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  openai,
  anthropic,
  gemini,
  openrouter: openRouter,
  openai_compatible: openAiCompatible,
};
