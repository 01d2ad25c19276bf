import { pathToFileURL } from 'node:url';

/** Variables of a service whose clock is wrong by so many milliseconds. */
export const skewedBy = (skewMs: number): Readonly<Record<string, string>> => ({
  CLOCK_SKEW_MS: String(skewMs),
  NODE_OPTIONS: `--import ${pathToFileURL(`${import.meta.dirname}/skewed-clock.ts`).href}`,
});
