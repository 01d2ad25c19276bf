/** What must hold for a service to take work, by name: `redis`, `snapshot`. A check that throws or takes over a second does not hold. */
export type ReadinessChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

export type Readiness = { readonly ready: boolean; readonly checks: Readonly<Record<string, boolean>> };

const longestMs = 1000;

/** Runs all checks at once; never rejects, and answers within a second. */
export async function readinessOf(checks: ReadinessChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
  );
  return { ready: results.every(([, held]) => held), checks: Object.fromEntries(results) };
}

async function holds(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, longestMs, false);
  try {
    return await Promise.race([check(), promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
