import type { MessageInitShape } from '@bufbuild/protobuf';
import type { NanoUsd } from '@palimpsest/domain';
import type { GetOverviewResponse, GetOverviewResponseSchema } from '../gen/palimpsest/metering/v1/usage_query_pb.ts';

/** Figures of a stretch of time up to now. */
export type Overview = {
  readonly requests: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly rejected: number;
  readonly abandoned: number;
  /** Requests that needed more than one attempt. */
  readonly failovers: number;
  readonly activeSessions: number;
  readonly totalTokens: number;
  readonly cost: NanoUsd;
  /** Requests with tokens that are in no cost, for there was no price. */
  readonly unpricedRequests: number;
  readonly operatorCost: NanoUsd;
  /** Failed attempts with tokens that are in no operator's cost, for there was no price. */
  readonly unpricedAttempts: number;
  /** Events not applied yet, over all partitions. */
  readonly streamLag: number;
};

export const overviewToProto = (overview: Overview): MessageInitShape<typeof GetOverviewResponseSchema> => ({
  requests: BigInt(overview.requests),
  succeeded: BigInt(overview.succeeded),
  failed: BigInt(overview.failed),
  cancelled: BigInt(overview.cancelled),
  rejected: BigInt(overview.rejected),
  abandoned: BigInt(overview.abandoned),
  failovers: BigInt(overview.failovers),
  activeSessions: BigInt(overview.activeSessions),
  totalTokens: BigInt(overview.totalTokens),
  cost: overview.cost,
  unpricedRequests: BigInt(overview.unpricedRequests),
  operatorCost: overview.operatorCost,
  unpricedAttempts: BigInt(overview.unpricedAttempts),
  streamLag: BigInt(overview.streamLag),
});

export const overviewFromProto = (overview: GetOverviewResponse): Overview => ({
  requests: Number(overview.requests),
  succeeded: Number(overview.succeeded),
  failed: Number(overview.failed),
  cancelled: Number(overview.cancelled),
  rejected: Number(overview.rejected),
  abandoned: Number(overview.abandoned),
  failovers: Number(overview.failovers),
  activeSessions: Number(overview.activeSessions),
  totalTokens: Number(overview.totalTokens),
  cost: overview.cost,
  unpricedRequests: Number(overview.unpricedRequests),
  operatorCost: overview.operatorCost,
  unpricedAttempts: Number(overview.unpricedAttempts),
  streamLag: Number(overview.streamLag),
});
