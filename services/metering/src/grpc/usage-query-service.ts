import { status } from '@grpc/grpc-js';
import {
  type CallContext,
  decodeUsageEvent,
  type Handlers,
  overviewToProto,
  requestFilterFromProto,
  statusError,
  type UsageQueryService,
  usageEventToProto,
  usageGroupFromProto,
  usageRowToProto,
} from '@palimpsest/contracts';
import { requestId as asRequestId } from '@palimpsest/domain';
import { isStoreUnavailable, partitionOf, type UsageLog } from '@palimpsest/state';
import { decodeCursor, encodeCursor } from '../queries/cursor.ts';
import { getOverview, type OverviewSources } from '../queries/get-overview.ts';
import { getUsage } from '../queries/get-usage.ts';
import { listRequests } from '../queries/list-requests.ts';

const mostOfAPage = 200;
const usualPage = 50;

export type QuerySources = OverviewSources & { readonly log: UsageLog };

/** What control may ask for. A question that cannot be understood is INVALID_ARGUMENT and says why. */
export function usageQueryService(sources: QuerySources): Handlers<typeof UsageQueryService> {
  const { log, sums, partitions } = sources;
  return {
    listRequests: answered(async ({ filter, limit, cursor }, { signal }) => {
      const after = cursor === '' ? undefined : decodeCursor(cursor);
      if (cursor !== '' && after === undefined) throw invalid('cursor: not one that was given out here');
      if (limit > mostOfAPage) throw invalid(`limit: at most ${mostOfAPage}`);
      const page = { limit: limit === 0 ? usualPage : limit, after, signal };
      const { events, next } = await listRequests(
        log,
        partitions,
        understood(() => requestFilterFromProto(filter)),
        page,
      );
      // A list does not show why keys were passed over: where hundreds are, that would be most of the answer.
      const requests = events.map((event) => usageEventToProto({ ...event, candidates: [] }));
      return { requests, nextCursor: next === undefined ? '' : encodeCursor(next) };
    }),

    getRequest: answered(async ({ requestId }) => {
      const event = await log.read(partitionOf(asRequestId(requestId)), requestId);
      if (event === undefined) throw statusError(status.NOT_FOUND, 'no such request in the log');
      return { request: usageEventToProto(decodeUsageEvent(event)) };
    }),

    getUsage: answered(async ({ filter, groupBy }, { signal }) => {
      const groups = understood(() => groupBy.map(usageGroupFromProto));
      const only = understood(() => requestFilterFromProto(filter));
      if (only.session !== undefined || only.outcome !== undefined)
        throw invalid('filter: usage is not kept by session or outcome');
      return { rows: (await getUsage(sums, partitions, only, groups, signal)).map(usageRowToProto) };
    }),

    getOverview: answered(async ({ fromMs }) => {
      return overviewToProto(await getOverview(sources, Number(fromMs), Date.now()));
    }),
  };
}

/** A store that is away is no fault of the question, nor a bug: control says so and asks again later. */
const answered =
  <Question, Answer>(answer: (question: Question, call: CallContext) => Promise<Answer>) =>
  (question: Question, call: CallContext): Promise<Answer> =>
    answer(question, call).catch((error: unknown) => {
      throw isStoreUnavailable(error) ? statusError(status.UNAVAILABLE, 'Redis cannot be reached') : error;
    });

const invalid = (details: string) => statusError(status.INVALID_ARGUMENT, details);

function understood<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'not understood');
  }
}
