import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, listenOrExplain } from '@palimpsest/runtime';

const listened = [
  'PALIMPSEST_PROXY_PORT',
  'PALIMPSEST_CONTROL_PORT',
  'PALIMPSEST_CONTROL_GRPC_PORT',
  'PALIMPSEST_METERING_GRPC_PORT',
  'PALIMPSEST_PROXY_OPS_PORT',
  'PALIMPSEST_CONTROL_OPS_PORT',
  'PALIMPSEST_METERING_OPS_PORT',
] as const;

/**
 * Makes sure that every port we need is free and none is named twice, before anything starts. Throws a StartProblem that names the
 * port and its variable.
 */
export async function checkPorts(config: Config<'launcher'>, embeddedRedis: boolean): Promise<void> {
  const held: { close(): unknown }[] = [];
  const take = async (variable: (typeof listened)[number] | 'PALIMPSEST_EMBEDDED_REDIS_PORT', host: string) => {
    const port = config[variable];
    const server = createServer();
    await listenOrExplain({ port, variable, host }, async () => {
      server.listen({ port, host, exclusive: true });
      await once(server, 'listening');
    });
    held.push(server);
  };
  try {
    for (const variable of listened) await take(variable, config.PALIMPSEST_LISTEN_HOST);
    if (embeddedRedis) await take('PALIMPSEST_EMBEDDED_REDIS_PORT', '127.0.0.1');
  } finally {
    for (const server of held) server.close();
  }
}
