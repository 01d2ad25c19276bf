import type { Fault } from '../checked.ts';

/** Every way in which the operator API refuses. `docs/operator-api.md` describes each. */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'The operator key or the session is missing or wrong' },
  csrf_token_wrong: { status: 403, title: 'The CSRF token is missing or wrong' },
  not_found: { status: 404, title: 'There is no such thing' },
  version_conflict: { status: 409, title: 'Somebody changed it meanwhile' },
  duplicate_secret: { status: 409, title: 'The same secret is stored already' },
  request_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  too_many_attempts: { status: 429, title: 'Too many failed logins' },
  internal_error: { status: 500, title: 'A bug of the gateway' },
  master_key_outdated: { status: 503, title: 'The newest master key is missing' },
  too_many_listeners: { status: 503, title: 'Too many listen to events' },
  metering_unavailable: { status: 503, title: 'Metering does not answer' },
  store_unavailable: { status: 503, title: 'Redis does not answer' },
} as const;

export type ProblemCode = keyof typeof problems;

export type ProblemOptions = {
  readonly errors?: readonly Fault[];
  /** Milliseconds; sent as `retry-after` in whole seconds, rounded up. */
  readonly retryAfterMs?: number;
  /** Who holds what must be unique. */
  readonly conflictsWith?: { readonly id: string; readonly name: string };
};

/** How the operator API refuses; `detail` is shown and holds no secret. Answered as RFC 9457 problem JSON. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** A body that was understood and broke a rule. */
export const invalid = (errors: readonly Fault[]): Problem =>
  new Problem('invalid_request', errors.map(({ path, message }) => `${path}: ${message}`).join('; '), { errors });

/** A secret cannot be stored: what is sealed now would open for nobody else. */
export const masterKeyOutdated = (): Problem =>
  new Problem(
    'master_key_outdated',
    'Secrets are sealed under a master key that this control does not have; give it that one.',
  );
