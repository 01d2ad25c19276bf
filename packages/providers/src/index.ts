import type { ProviderName } from '@palimpsest/domain';
import { table as anthropicTable } from './anthropic/parameters.ts';
import { table as geminiTable } from './gemini/parameters.ts';
import { table as openaiTable } from './openai/parameters.ts';
import { table as openAiCompatibleTable } from './openai-compatible/parameters.ts';
import { table as openRouterTable } from './openrouter/parameters.ts';
import type { ProviderTable } from './parameters/parameter-table.ts';

export { balanceOf } from './balances/balance-of.ts';
export { type BalanceReader, believedMs } from './balances/balance-reader.ts';
export { notHttp, plainHeaders, transportEvidence } from './classification/evidence.ts';
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
  StreamDecoder,
} from './provider.ts';
export { providers } from './providers.ts';
export { redact } from './redact.ts';
export { redactFailure } from './redact-secret.ts';
export { type Able, ableTiers, refusedAsAsked } from './serving/able-tiers.ts';
export { hostOf } from './serving/host-of.ts';
export { type Target, targetsOf } from './serving/targets.ts';
export { unsayable } from './serving/unsayable.ts';

/** What becomes of a request at each of them; docs/providers.md is written from it. */
export const providerTables: Readonly<Record<ProviderName, ProviderTable>> = {
  openai: openaiTable,
  anthropic: anthropicTable,
  gemini: geminiTable,
  openrouter: openRouterTable,
  openai_compatible: openAiCompatibleTable,
};
