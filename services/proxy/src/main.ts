import cluster from 'node:cluster';
import { runService } from '@palimpsest/runtime';
import { startProxy } from './start-proxy.ts';
import { startPrimary } from './workers/start-primary.ts';

await runService('proxy', (context) =>
  context.config.PALIMPSEST_PROXY_WORKERS > 1 && cluster.isPrimary ? startPrimary(context) : startProxy(context),
);
