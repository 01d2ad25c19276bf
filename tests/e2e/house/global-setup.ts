import type { TestProject } from 'vitest/node';
import { startHouse } from './house.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The house that all test files share: every test brings its own models, keys and users. */
    sharedHouse: { proxyUrl: string; controlUrl: string; operatorKey: string };
  }
}

/** One house for a whole run; tests that kill or reconfigure services start one of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const house = await startHouse();
  const { proxyUrl, controlUrl, operatorKey } = house;
  project.provide('sharedHouse', { proxyUrl, controlUrl, operatorKey });
  return () => house.close();
}
