import cluster from 'node:cluster';
import { runService } from '@palimpsest/runtime';
import { startProxy } from './start-proxy.ts';
import { startFleet } from './workers/start-fleet.ts';

await runService('proxy', (context) =>
  context.config.PALIMPSEST_PROXY_WORKERS > 1 && cluster.isPrimary ? startFleet(context) : startProxy(context),
);
