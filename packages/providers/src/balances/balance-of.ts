import type { ProviderKey } from '@palimpsest/domain';
import { deepSeekBalance } from '../openai-compatible/balance.ts';
import { balance as openRouterBalance } from '../openrouter/balance.ts';
import type { BalanceReader } from './balance-reader.ts';

/** How the account behind a key is asked for what is left; `undefined`: its provider does not say. */
export function balanceOf({
  provider,
  vendor,
  baseUrl,
}: Pick<ProviderKey, 'provider' | 'vendor' | 'baseUrl'>): BalanceReader | undefined {
  switch (provider) {
    case 'openrouter':
      return openRouterBalance;
    case 'openai_compatible':
      return vendor === 'deepseek' || new URL(baseUrl).hostname === 'api.deepseek.com' ? deepSeekBalance : undefined;
    case 'openai':
    case 'anthropic':
    case 'gemini':
      return undefined;
  }
}
