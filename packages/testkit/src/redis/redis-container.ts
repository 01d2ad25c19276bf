import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';
import type { RedisServer } from './redis-server.ts';

/**
 * Starts Redis in a container, where a container engine answers and already has `image`: tests neither wait for a
 * download nor fail for want of a network.
 *
 * @returns `undefined` where there is no engine or no such image.
 */
export async function startRedisContainer(image: string, args: readonly string[]): Promise<RedisServer | undefined> {
  // The reaper is a second image, which would have to be there as well; `stop` and `--rm` clean up instead.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const runtime = await getContainerRuntimeClient().catch(() => undefined);
  if (runtime === undefined || !(await runtime.image.exists(ImageName.fromString(image)))) return undefined;
  const container = await new GenericContainer(image)
    .withExposedPorts(6379)
    .withCommand(['redis-server', '--protected-mode', 'no', '--save', '', ...args])
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  const raw = runtime.container.getById(container.getId());
  return {
    how: 'container',
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    pause: async () => void (await raw.pause()),
    resume: async () => void (await raw.unpause()),
    stop: async () => void (await container.stop()),
  };
}
