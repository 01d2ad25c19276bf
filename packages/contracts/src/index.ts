export {
  SnapshotService,
  type WatchSnapshotsRequest,
  WatchSnapshotsRequestSchema,
  type WatchSnapshotsResponse,
  WatchSnapshotsResponseSchema,
} from './gen/palimpsest/control/v1/snapshot_pb.ts';
export { UsageQueryService } from './gen/palimpsest/metering/v1/usage_query_pb.ts';
export type { Handlers } from './grpc/add-service.ts';
export { grpcAddress } from './grpc/address.ts';
export type { CallContext } from './grpc/call-context.ts';
export type { StreamOptions, UnaryOptions } from './grpc/calls.ts';
export { type Client, type ClientOptions, makeClient } from './grpc/client.ts';
export { type Outbox, outbox } from './grpc/outbox.ts';
export { type GrpcServer, type GrpcServerOptions, type ServedService, serve, startGrpcServer } from './grpc/server.ts';
export { isPeerAway, isStatusError, type StatusError, statusError } from './grpc/status-error.ts';
export type { TlsMaterial } from './grpc/tls.ts';
export { encodeUsageEvent } from './map/encode-usage-event.ts';
export { type Overview, overviewFromProto, overviewToProto } from './map/overview.ts';
export { decodeRecord, encodeRecord } from './map/record.ts';
export { type RecordId, recordIdFromProto, recordIdToProto } from './map/record-id.ts';
export { recordParts } from './map/record-parts.ts';
export { type RequestFilter, requestFilterFromProto, requestFilterToProto } from './map/request-filter.ts';
export {
  decodeUsageEvent,
  outcomes,
  usageEventFromProto,
  usageEventToProto,
} from './map/usage-event.ts';
export {
  type UsageGroup,
  type UsageRow,
  usageGroupFromProto,
  usageGroups,
  usageRowFromProto,
  usageRowToProto,
} from './map/usage-row.ts';
