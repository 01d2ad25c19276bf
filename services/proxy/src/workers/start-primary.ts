import { type Readiness, type ServiceContext, startOpsServer } from '@palimpsest/runtime';
import { AggregatorRegistry } from 'prom-client';
import { type Fleet, startWorkers } from './start-workers.ts';

/**
 * The first process of a proxy of several: starts the workers, and tells metrics and readiness of all on one port. Serves no request
 * itself.
 */
export async function startPrimary({ config, logger }: ServiceContext<'proxy'>): Promise<{ stop(): Promise<void> }> {
  const fleet = await startWorkers(config.PALIMPSEST_PROXY_WORKERS, logger);
  const ops = await startOpsServer({
    host: config.PALIMPSEST_LISTEN_HOST,
    port: config.PALIMPSEST_PROXY_OPS_PORT,
    variable: 'PALIMPSEST_PROXY_OPS_PORT',
    metrics: { contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE, metrics: () => metricsOf(fleet) },
    checks: { workers: () => troubleOf(fleet) },
    logger,
  }).catch(async (error: unknown) => {
    await fleet.stop();
    throw error;
  });
  return {
    async stop() {
      await fleet.stop();
      await ops.close();
    },
  };
}

/** The series of every worker side by side: a sum would fall when one of them starts anew. */
async function metricsOf(fleet: Fleet): Promise<string> {
  const answers = await fleet.ask('metrics');
  return AggregatorRegistry.aggregate(answers.filter((answer) => answer !== undefined) as object[]).metrics();
}

async function troubleOf(fleet: Fleet): Promise<true | string> {
  const answers = (await fleet.ask('readiness')) as readonly (Readiness | undefined)[];
  const troubles = answers.flatMap((readiness, index) => {
    if (readiness?.ready === true) return [];
    const failed = Object.entries(readiness?.checks ?? { alive: false }).flatMap(([name, holds]) =>
      holds ? [] : [name],
    );
    return [`worker ${index + 1}: ${failed.join(', ')}`];
  });
  return troubles.length === 0 ? true : troubles.join('; ');
}
