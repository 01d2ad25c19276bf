import { create } from '@bufbuild/protobuf';
import { type NanoUsd, type ProviderKeyId, providerKeyId, type UserId, userId } from '@palimpsest/domain';
import { type UsageRow as ProtoUsageRow, UsageRowSchema } from '../gen/palimpsest/metering/v1/usage_query_pb.ts';
import { absentIfEmpty, wordOf } from './word.ts';

/** What sums of usage may be grouped by. */
export const usageGroups = ['day', 'model', 'user', 'key', 'provider'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** @throws where it is none of `usageGroups`. */
export const usageGroupFromProto = (group: string): UsageGroup => wordOf(usageGroups, group, 'grouping of usage');

/** Sums of usage. Of the first five members those are set by which the sums are grouped. */
export type UsageRow = {
  /** UTC, `2026-01-31`. */
  readonly day?: string | undefined;
  readonly model?: string | undefined;
  readonly userId?: UserId | undefined;
  readonly keyId?: ProviderKeyId | undefined;
  readonly provider?: string | undefined;
  readonly requests: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly cost: NanoUsd;
  /** Those with tokens that are in no cost, for there was no price. */
  readonly unpricedRequests: number;
  readonly operatorCost: NanoUsd;
  /** Failed attempts with tokens that are in no operator's cost, for there was no price. */
  readonly unpricedAttempts: number;
};

export const usageRowToProto = (row: UsageRow): ProtoUsageRow =>
  create(UsageRowSchema, {
    day: row.day ?? '',
    model: row.model ?? '',
    userId: row.userId ?? '',
    keyId: row.keyId ?? '',
    provider: row.provider ?? '',
    requests: BigInt(row.requests),
    promptTokens: BigInt(row.promptTokens),
    cachedTokens: BigInt(row.cachedTokens),
    completionTokens: BigInt(row.completionTokens),
    totalTokens: BigInt(row.totalTokens),
    cost: row.cost,
    unpricedRequests: BigInt(row.unpricedRequests),
    operatorCost: row.operatorCost,
    unpricedAttempts: BigInt(row.unpricedAttempts),
  });

export const usageRowFromProto = (row: ProtoUsageRow): UsageRow => ({
  day: absentIfEmpty(row.day),
  model: absentIfEmpty(row.model),
  userId: row.userId === '' ? undefined : userId(row.userId),
  keyId: row.keyId === '' ? undefined : providerKeyId(row.keyId),
  provider: absentIfEmpty(row.provider),
  requests: Number(row.requests),
  promptTokens: Number(row.promptTokens),
  cachedTokens: Number(row.cachedTokens),
  completionTokens: Number(row.completionTokens),
  totalTokens: Number(row.totalTokens),
  cost: row.cost,
  unpricedRequests: Number(row.unpricedRequests),
  operatorCost: row.operatorCost,
  unpricedAttempts: Number(row.unpricedAttempts),
});
