/**
 * What must hold for a service to take work, by name: `redis`, `snapshot`. A text says why it does not hold; a check that throws or takes
 * over a second does not hold either.
 */
export type ReadinessChecks = Readonly<Record<string, Check>>;

/** Whether something holds, or as a text why it does not. */
export type Check = () => boolean | string | Promise<boolean | string>;

/** The answer of `/readyz`. */
export type Readiness = {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** Where a check said why it does not hold. For whoever may reach the port: no secrets, no addresses. */
  readonly reasons?: Readonly<Record<string, string>>;
};

const longestMs = 1000;

/** Runs all checks at once; never rejects, and answers within a second. */
export async function readinessOf(checks: ReadinessChecks): Promise<Readiness> {
  const verdicts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await verdictOf(check)] as const),
  );
  const reasons = verdicts.flatMap(([name, verdict]) =>
    typeof verdict === 'string' ? [[name, verdict] as const] : [],
  );
  return {
    ready: verdicts.every(([, verdict]) => verdict === true),
    checks: Object.fromEntries(verdicts.map(([name, verdict]) => [name, verdict === true])),
    ...(reasons.length === 0 ? {} : { reasons: Object.fromEntries(reasons) }),
  };
}

/** `true`, or why not where that is known. */
export async function verdictOf(check: Check): Promise<boolean | string> {
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
