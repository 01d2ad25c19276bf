import { status } from '@grpc/grpc-js';
import {
  type Client,
  isStatusError,
  type Overview,
  overviewFromProto,
  type RequestFilter,
  requestFilterToProto,
  type UsageGroup,
  type UsageQueryService,
  type UsageRow,
  usageEventFromProto,
  usageRowFromProto,
} from '@palimpsest/contracts';
import type { UsageEvent } from '@palimpsest/domain';

/** What control asks metering. Each throws where metering is away (`isPeerAway`). Times are Unix ms. */
export type Metering = {
  /** Newest first. */
  requests(
    filter: RequestFilter,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<{ readonly events: readonly UsageEvent[]; readonly nextCursor: string | null }>;
  request(id: string): Promise<UsageEvent | undefined>;
  usage(filter: RequestFilter, groups: readonly UsageGroup[], timeoutMs?: number): Promise<readonly UsageRow[]>;
  overview(fromMs: number): Promise<Overview>;
};

const patienceMs = 3000;
/** Sums of a hundred thousand users, or of a year, are read and added up for seconds. */
const sumsPatienceMs = 15_000;

export const meteringOf = (client: Client<typeof UsageQueryService>): Metering => ({
  async requests(filter, { limit, cursor = '' }) {
    const request = { filter: requestFilterToProto(filter), limit, cursor };
    const answer = await client.listRequests(request, { timeoutMs: patienceMs });
    return { events: answer.requests.map(usageEventFromProto), nextCursor: answer.nextCursor || null };
  },
  async request(requestId) {
    try {
      const { request } = await client.getRequest({ requestId }, { timeoutMs: patienceMs });
      return request && usageEventFromProto(request);
    } catch (error) {
      if (isStatusError(error) && error.code === status.NOT_FOUND) return undefined;
      throw error;
    }
  },
  async usage(filter, groups, timeoutMs = sumsPatienceMs) {
    const request = { filter: requestFilterToProto(filter), groupBy: [...groups] };
    const { rows } = await client.getUsage(request, { timeoutMs });
    return rows.map(usageRowFromProto);
  },
  async overview(fromMs) {
    return overviewFromProto(await client.getOverview({ fromMs: BigInt(fromMs) }, { timeoutMs: patienceMs }));
  },
});
