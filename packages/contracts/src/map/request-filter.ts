import { create } from '@bufbuild/protobuf';
import { type Outcome, type ProviderKeyId, providerKeyId, type UserId, userId } from '@palimpsest/domain';
import {
  type RequestFilter as ProtoRequestFilter,
  RequestFilterSchema,
} from '../gen/palimpsest/metering/v1/usage_query_pb.ts';
import { outcomes } from './usage-event.ts';
import { absentIfEmpty, wordOf } from './word.ts';

/** Which requests are asked for. Absent members do not filter. */
export type RequestFilter = {
  readonly userId?: UserId | undefined;
  /** In the request log a key that was tried, as an operator looks for its failures; in sums of usage the one that served. */
  readonly keyId?: ProviderKeyId | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly session?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** Unix ms, included. */
  readonly fromMs?: number | undefined;
  /** Unix ms, excluded. */
  readonly toMs?: number | undefined;
};

export const requestFilterToProto = (filter: RequestFilter): ProtoRequestFilter =>
  create(RequestFilterSchema, {
    userId: filter.userId ?? '',
    keyId: filter.keyId ?? '',
    provider: filter.provider ?? '',
    model: filter.model ?? '',
    session: filter.session ?? '',
    outcome: filter.outcome ?? '',
    fromMs: BigInt(filter.fromMs ?? 0),
    toMs: BigInt(filter.toMs ?? 0),
  });

/** An absent message does not filter. @throws where it names an outcome that there is not. */
export const requestFilterFromProto = (filter: ProtoRequestFilter | undefined): RequestFilter =>
  filter === undefined
    ? {}
    : {
        userId: filter.userId === '' ? undefined : userId(filter.userId),
        keyId: filter.keyId === '' ? undefined : providerKeyId(filter.keyId),
        provider: absentIfEmpty(filter.provider),
        model: absentIfEmpty(filter.model),
        session: absentIfEmpty(filter.session),
        outcome: filter.outcome === '' ? undefined : wordOf(outcomes, filter.outcome, 'outcome of a filter'),
        fromMs: filter.fromMs === 0n ? undefined : Number(filter.fromMs),
        toMs: filter.toMs === 0n ? undefined : Number(filter.toMs),
      };
