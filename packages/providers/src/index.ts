import type { ProviderName } from '@palimpsest/domain';
import { anthropic } from './anthropic/index.ts';
import { table as anthropicTable } from './anthropic/parameters.ts';
import { gemini } from './gemini/index.ts';
import { table as geminiTable } from './gemini/parameters.ts';
import { openai } from './openai/index.ts';
import { table as openaiTable } from './openai/parameters.ts';
import { openAiCompatible } from './openai-compatible/index.ts';
import { table as openAiCompatibleTable } from './openai-compatible/parameters.ts';
import { openRouter } from './openrouter/index.ts';
import { table as openRouterTable } from './openrouter/parameters.ts';
import type { ProviderTable } from './parameters/parameter-table.ts';
import type { Provider } from './provider.ts';

export { balanceOf } from './balances/balance-of.ts';
export { type BalanceReader, believedMs } from './balances/balance-reader.ts';
export { chatParameters, contentKinds } from './parameters/chat-parameters.ts';
export type { ProviderTable, Rule } from './parameters/parameter-table.ts';
export type {
  Decoded,
  DecodedAnswer,
  FailureEvidence,
  NativeRequest,
  PlacedUrl,
  Provider,
  Refusal,
} from './provider.ts';
export { redact } from './redact.ts';

/** Every provider there is, by the name that a key carries. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  openai,
  anthropic,
  gemini,
  openrouter: openRouter,
  openai_compatible: openAiCompatible,
};

/** What becomes of a request at each of them; docs/providers.md is written from it. */
export const providerTables: Readonly<Record<ProviderName, ProviderTable>> = {
  openai: openaiTable,
  anthropic: anthropicTable,
  gemini: geminiTable,
  openrouter: openRouterTable,
  openai_compatible: openAiCompatibleTable,
};
