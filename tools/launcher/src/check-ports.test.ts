import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadConfig } from '@palimpsest/runtime';
import { freePorts } from '@palimpsest/testkit';
import { describe, expect, it } from 'vitest';
import { checkPorts, portsOfGateway } from './check-ports.ts';

const names = [
  'PROXY',
  'CONTROL',
  'CONTROL_GRPC',
  'METERING_GRPC',
  'PROXY_OPS',
  'CONTROL_OPS',
  'METERING_OPS',
  'EMBEDDED_REDIS',
];

async function configuration(change: (ports: Record<string, string>) => void = () => {}) {
  const ports = await freePorts(names.length);
  const environment = Object.fromEntries(names.map((name, index) => [`PALIMPSEST_${name}_PORT`, String(ports[index])]));
  change(environment);
  return loadConfig('launcher', environment);
}

describe('the ports', () => {
  it('may all be free', async () => {
    await expect(checkPorts(await configuration(), portsOfGateway(true))).resolves.toBeUndefined();
  });

  it.each(names)('are refused in one line when that of %s is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const variable = `PALIMPSEST_${name}_PORT`;
    const config = await configuration((ports) => {
      ports[variable] = String(port);
    });
    await expect(checkPorts(config, portsOfGateway(true))).rejects.toThrow(
      new RegExp(`^port ${port} is already in use; stop what listens there or set ${variable}$`),
    );
    other.close();
  });

  it('are refused when two variables name the same', async () => {
    const config = await configuration((ports) => {
      ports.PALIMPSEST_CONTROL_PORT = ports.PALIMPSEST_PROXY_PORT ?? '';
    });
    await expect(checkPorts(config, portsOfGateway(true))).rejects.toThrow(/set PALIMPSEST_CONTROL_PORT$/);
  });

  it('leave the one of our own Redis alone where there is another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const config = await configuration((ports) => {
      ports.PALIMPSEST_EMBEDDED_REDIS_PORT = String(address === null || typeof address === 'string' ? 0 : address.port);
    });
    await expect(checkPorts(config, portsOfGateway(false))).resolves.toBeUndefined();
    other.close();
  });
});
