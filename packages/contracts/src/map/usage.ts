import { type Usage, usageOf } from '@palimpsest/domain';
import type { Usage as ProtoUsage } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';

/** An absent message is a usage of nothing. */
export const usageFromProto = (usage: ProtoUsage | undefined): Usage =>
  usageOf({
    promptTokens: Number(usage?.promptTokens ?? 0n),
    cachedTokens: Number(usage?.cachedTokens ?? 0n),
    cacheWriteTokens: Number(usage?.cacheWriteTokens ?? 0n),
    completionTokens: Number(usage?.completionTokens ?? 0n),
    reasoningTokens: Number(usage?.reasoningTokens ?? 0n),
  });
