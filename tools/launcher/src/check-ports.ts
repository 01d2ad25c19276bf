import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, listenOrExplain } from '@palimpsest/runtime';

const ofServices = [
  'PALIMPSEST_PROXY_PORT',
  'PALIMPSEST_CONTROL_PORT',
  'PALIMPSEST_CONTROL_GRPC_PORT',
  'PALIMPSEST_METERING_GRPC_PORT',
  'PALIMPSEST_PROXY_OPS_PORT',
  'PALIMPSEST_CONTROL_OPS_PORT',
  'PALIMPSEST_METERING_OPS_PORT',
] as const;
const ofRedis = 'PALIMPSEST_EMBEDDED_REDIS_PORT';

type PortVariable = (typeof ofServices)[number] | typeof ofRedis;

/** Every port that `make up` listens on. */
export const portsOfGateway = (embeddedRedis: boolean): readonly PortVariable[] =>
  embeddedRedis ? [...ofServices, ofRedis] : ofServices;

/**
 * Makes sure that each of these ports is free and none is named twice, before anything starts. Throws a StartProblem that names the
 * port and its variable.
 */
export async function checkPorts(config: Config<'launcher'>, variables: readonly PortVariable[]): Promise<void> {
  const held: { close(): unknown }[] = [];
  const take = async (variable: PortVariable): Promise<void> => {
    const port = config[variable];
    const host = variable === ofRedis ? '127.0.0.1' : config.PALIMPSEST_LISTEN_HOST;
    const server = createServer();
    await listenOrExplain({ port, variable, host }, async () => {
      server.listen({ port, host, exclusive: true });
      await once(server, 'listening');
    });
    held.push(server);
  };
  try {
    for (const variable of variables) await take(variable);
  } finally {
    for (const server of held) server.close();
  }
}
