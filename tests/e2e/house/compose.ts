import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, type OperatorApi, operatorApi, randomId } from '@palimpsest/testkit';
import { expect, vi } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'deploy/compose/compose.yaml');
const run = promisify(execFile);

/** What the compose file is built on. */
export const baseImages = ['node:24-bookworm-slim', 'redis:7.4'] as const;

export type ComposeCommand = readonly [program: string, ...args: string[]];

/** `undefined` where no container engine answers, or it does not have the base images: nobody waits for a download. */
export function findCompose(): ComposeCommand | undefined {
  if (spawnSync('docker', ['image', 'inspect', ...baseImages]).status !== 0) return undefined;
  const commands: readonly ComposeCommand[] = [['docker', 'compose'], ['docker-compose']];
  return commands.find(([program, ...args]) => spawnSync(program, [...args, 'version']).status === 0);
}

/** The whole gateway in containers. */
export type ComposeHouse = {
  readonly proxyUrl: string;
  readonly operator: OperatorApi;
  /** This machine's address, as the containers see it. */
  readonly hostAddress: string;
  /** One command of compose; gives what it writes. */
  compose(...args: readonly string[]): Promise<string>;
  /** A program in a running container; gives what it writes. Rejects where it fails. */
  exec(service: string, ...program: readonly string[]): Promise<string>;
  /** Resolves once all services are. */
  untilReady(): Promise<void>;
  /** The status that a service's container ended with. */
  exitCode(service: string): Promise<number>;
  /** Removes containers, volumes, network and image. */
  close(): Promise<void>;
};

/** Builds the image of this tree and starts the compose file under a name of its own. */
export async function startCompose([program, ...before]: ComposeCommand): Promise<ComposeHouse> {
  const project = randomId('pgw').toLowerCase().replaceAll('_', '-');
  const [proxyPort, controlPort] = await freePorts(2);
  const image = `palimpsest-gateway:${project}`;
  const env = {
    ...process.env,
    PALIMPSEST_IMAGE: image,
    PALIMPSEST_PROXY_PORT: String(proxyPort),
    PALIMPSEST_CONTROL_PORT: String(controlPort),
  };
  const compose = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(program, [...before, '-p', project, '-f', file, ...args], { cwd: root, env });
    return stdout;
  };
  const docker = async (...args: readonly string[]): Promise<string> => (await run('docker', [...args])).stdout.trim();
  const exec: ComposeHouse['exec'] = (service, ...more) => compose('exec', '-T', service, ...more);
  const proxyUrl = `http://127.0.0.1:${proxyPort}`;
  const controlUrl = `http://127.0.0.1:${controlPort}`;
  const untilReady = (): Promise<void> =>
    vi.waitFor(
      async () => {
        for (const url of [proxyUrl, controlUrl]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      },
      { timeout: 60_000, interval: 200 },
    );
  const close = async (): Promise<void> => {
    await compose('down', '--volumes', '--timeout', '5');
    await docker('image', 'rm', '--force', image);
  };

  try {
    // The image has no npm to build with.
    await run(join(root, 'run'), ['node', 'tools/launcher/src/build/main.ts'], { cwd: root });
    await compose('up', '--detach', '--build');
    await untilReady();
    const key = await exec('control', 'cat', '/data/operator.key');
    const gateway = '{{(index .IPAM.Config 0).Gateway}}';
    const hostAddress = await docker('network', 'inspect', `${project}_default`, '--format', gateway);
    return {
      proxyUrl,
      operator: operatorApi(controlUrl, key.trim()),
      hostAddress,
      compose,
      exec,
      untilReady,
      async exitCode(service) {
        const container = (await compose('ps', '--all', '--quiet', service)).trim();
        return Number(await docker('inspect', container, '--format', '{{.State.ExitCode}}'));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
