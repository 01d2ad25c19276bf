import type { ProviderName } from '@palimpsest/domain';
import { anthropicDialect } from './anthropic/dialect.ts';
import { geminiDialect } from './gemini/dialect.ts';
import { openAiDialect } from './openai/dialect.ts';
import { openAiCompatibleDialect } from './openai-compatible/dialect.ts';
import { openRouterDialect } from './openrouter/dialect.ts';
import { type SimulatedProvider, startSimulatedProvider } from './simulated-provider.ts';

/** All five, each on a port of its own, and one way to end them. */
export type SimulatedProviders = Readonly<Record<ProviderName, SimulatedProvider>> & { close(): Promise<void> };

export async function startSimulatedProviders(host?: string): Promise<SimulatedProviders> {
  const [openai, anthropic, gemini, openrouter, openai_compatible] = await Promise.all([
    startSimulatedProvider(openAiDialect, host),
    startSimulatedProvider(anthropicDialect, host),
    startSimulatedProvider(geminiDialect, host),
    startSimulatedProvider(openRouterDialect, host),
    startSimulatedProvider(openAiCompatibleDialect, host),
  ]);
  const all = { openai, anthropic, gemini, openrouter, openai_compatible };
  return {
    ...all,
    close: async () => {
      await Promise.all(Object.values(all).map((provider) => provider.close()));
    },
  };
}
