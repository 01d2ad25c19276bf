import { isPeerAway, type Overview } from '@palimpsest/contracts';
import type { AlertLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Metering } from '../../metering/metering.ts';
import type { PoolParts } from '../../provider-keys/read-pool.ts';
import { refusals } from '../schemas/problem.ts';
import { timeOf } from '../schemas/values.ts';
import { costOf, operatorCostOf } from '../usage/view.ts';
import { poolOverview } from './pool.ts';
import type { PublicApi } from './public-api.ts';
import { overviewSchema } from './schemas.ts';

const lookBackMs = 24 * 60 * 60 * 1000;

export type OverviewParts = PoolParts & {
  readonly metering: Metering;
  readonly alerts: AlertLog;
  readonly publicApi: PublicApi;
};

/** The first page of the dashboard. It works without metering: the pool is what an operator needs then. */
export const overviewRoutes =
  (parts: OverviewParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/overview',
      {
        schema: {
          tags: ['overview'],
          summary: 'Capacity and use of the pool, failovers, error rate, active sessions, alerts',
          response: { 200: overviewSchema, ...refusals },
        },
      },
      async () => {
        const [users, pool, open, traffic] = await Promise.all([
          parts.registry.count('users'),
          poolOverview(parts),
          parts.alerts.open(),
          trafficSince(parts.metering, Date.now() - lookBackMs),
        ]);
        const unseen = open.filter(({ acknowledged }) => acknowledged === null);
        const alerts = unseen.map(({ kind, message, raisedAtMs }) => ({ kind, message, at: timeOf(raisedAtMs) }));
        return { users, pool, traffic, alerts, public_api: parts.publicApi };
      },
    );
  };

async function trafficSince(metering: Metering, sinceMs: number) {
  try {
    return trafficView(await metering.overview(sinceMs), sinceMs);
  } catch (error) {
    if (isPeerAway(error)) return null;
    throw error;
  }
}

function trafficView(overview: Overview, sinceMs: number) {
  const served = overview.requests - overview.rejected;
  return {
    since: timeOf(sinceMs),
    requests: overview.requests,
    succeeded: overview.succeeded,
    failed: overview.failed,
    cancelled: overview.cancelled,
    rejected: overview.rejected,
    abandoned: overview.abandoned,
    failovers: overview.failovers,
    error_rate: served <= 0 ? 0 : (overview.failed + overview.abandoned) / served,
    active_sessions: overview.activeSessions,
    total_tokens: overview.totalTokens,
    cost: costOf(overview),
    unpriced_requests: overview.unpricedRequests,
    operator_cost: operatorCostOf(overview),
    unpriced_attempts: overview.unpricedAttempts,
    metering_lag: overview.streamLag,
  };
}
