import type { TestProject } from 'vitest/node';
import { startRedis } from './start-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's Redis. Shared by all test files: use fresh random ids and never flush. */
    redisUrl: string;
  }
}

/** One Redis for a whole test run: `inject('redisUrl')` in the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startRedis();
  project.provide('redisUrl', redis.url);
  return () => redis.stop();
}
