import type { Service } from '@palimpsest/runtime';
import { freePorts } from '@palimpsest/testkit';

/** One process of a service, and what tells it from the others. */
export type Member = {
  readonly name: string;
  readonly service: Service;
  /** Of its main API; 0 where it has none for people. */
  readonly port: number;
  readonly opsPort: number;
  readonly variables: Readonly<Record<string, string>>;
};

/** How long a proxy goes on while `/readyz` says that it will not; the balancer asks several times in it. */
const noticeMs = 3000;

/**
 * Two of control, two of metering, three proxies. The first control has the port that the operator chose; all others take what is free.
 * Each control asks a metering of its own, and the proxies are spread over both.
 */
export async function clusterMembers(controlPort: number): Promise<readonly Member[]> {
  const ports = await freePorts(15);
  const next = (): number => ports[taken++] ?? 0;
  let taken = 0;
  const [grpc, meteringGrpc] = [
    [next(), next()],
    [next(), next()],
  ];
  const metering = meteringGrpc.map((grpcPort, at): Member => {
    const opsPort = next();
    return {
      name: `metering-${at + 1}`,
      service: 'metering',
      port: 0,
      opsPort,
      variables: {
        PALIMPSEST_METERING_GRPC_PORT: String(grpcPort),
        PALIMPSEST_METERING_OPS_PORT: String(opsPort),
      },
    };
  });
  const control = grpc.map((grpcPort, at): Member => {
    const [port, opsPort] = [at === 0 ? controlPort : next(), next()];
    return {
      name: `control-${at + 1}`,
      service: 'control',
      port,
      opsPort,
      variables: {
        PALIMPSEST_CONTROL_PORT: String(port),
        PALIMPSEST_CONTROL_GRPC_PORT: String(grpcPort),
        PALIMPSEST_CONTROL_OPS_PORT: String(opsPort),
        PALIMPSEST_METERING_GRPC_PORT: String(meteringGrpc[at]),
      },
    };
  });
  const proxies = [0, 1, 2].map((at): Member => {
    const [port, opsPort] = [next(), next()];
    return {
      name: `proxy-${at + 1}`,
      service: 'proxy',
      port,
      opsPort,
      variables: {
        PALIMPSEST_PROXY_PORT: String(port),
        PALIMPSEST_PROXY_OPS_PORT: String(opsPort),
        PALIMPSEST_CONTROL_GRPC_PORT: String(grpc[at % grpc.length]),
        PALIMPSEST_DRAIN_NOTICE_MS: String(noticeMs),
      },
    };
  });
  return [...metering, ...control, ...proxies];
}
