import { noUsage, type Usage, usageOf } from '@palimpsest/domain';
import type { Usage as ProtoUsage } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';

export const usageToProto = (usage: Usage): ProtoUsage => (usage === noUsage ? none : messageOf(usage));

const messageOf = (usage: Usage): ProtoUsage => ({
  $typeName: 'palimpsest.usage.v1.Usage',
  promptTokens: BigInt(usage.promptTokens),
  cachedTokens: BigInt(usage.cachedTokens),
  cacheWriteTokens: BigInt(usage.cacheWriteTokens),
  completionTokens: BigInt(usage.completionTokens),
  reasoningTokens: BigInt(usage.reasoningTokens),
});

const none = messageOf(noUsage);

/** An absent message is a usage of nothing. */
export const usageFromProto = (usage: ProtoUsage | undefined): Usage =>
  usageOf({
    promptTokens: Number(usage?.promptTokens ?? 0n),
    cachedTokens: Number(usage?.cachedTokens ?? 0n),
    cacheWriteTokens: Number(usage?.cacheWriteTokens ?? 0n),
    completionTokens: Number(usage?.completionTokens ?? 0n),
    reasoningTokens: Number(usage?.reasoningTokens ?? 0n),
  });
