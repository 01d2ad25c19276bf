import type { Remaining } from './key-state.ts';

/**
 * Every way in which the gateway itself refuses a caller of the public API. docs/errors.md describes each (tested in both directions).
 * `shouldRetry: false` is sent as `x-should-retry`, so that official clients do not multiply the gateway's own attempts.
 */
export const gatewayErrorCodes = {
  invalid_api_key: { status: 401, type: 'invalid_request_error', shouldRetry: undefined },
  model_not_allowed: { status: 403, type: 'invalid_request_error', shouldRetry: undefined },
  model_not_priced: { status: 403, type: 'invalid_request_error', shouldRetry: undefined },
  model_not_found: { status: 404, type: 'invalid_request_error', shouldRetry: undefined },
  not_found: { status: 404, type: 'invalid_request_error', shouldRetry: undefined },
  method_not_allowed: { status: 405, type: 'invalid_request_error', shouldRetry: undefined },
  invalid_request: { status: 400, type: 'invalid_request_error', shouldRetry: undefined },
  unsupported_media_type: { status: 415, type: 'invalid_request_error', shouldRetry: undefined },
  request_timeout: { status: 408, type: 'invalid_request_error', shouldRetry: undefined },
  request_too_large: { status: 413, type: 'invalid_request_error', shouldRetry: undefined },
  idempotency_key_reused: { status: 422, type: 'invalid_request_error', shouldRetry: undefined },
  user_quota_exceeded: { status: 429, type: 'insufficient_quota', shouldRetry: false },
  pool_exhausted: { status: 429, type: 'rate_limit_error', shouldRetry: false },
  no_usable_key: { status: 503, type: 'server_error', shouldRetry: false },
  upstream_failed: { status: 502, type: 'server_error', shouldRetry: false },
  upstream_rejected: { status: 400, type: 'invalid_request_error', shouldRetry: undefined },
  gateway_unavailable: { status: 503, type: 'server_error', shouldRetry: undefined },
  gateway_timeout: { status: 504, type: 'server_error', shouldRetry: false },
  internal_error: { status: 500, type: 'server_error', shouldRetry: undefined },
} as const satisfies Record<string, { status: number; type: string; shouldRetry: false | undefined }>;

export type GatewayErrorCode = keyof typeof gatewayErrorCodes;

export type GatewayErrorOptions = {
  /** The field of the body at fault, as OpenAI names it: `messages[2].role`. */
  readonly param?: string;
  /** For our logs only; never shown. */
  readonly detail?: string;
  readonly cause?: unknown;
  /** Milliseconds; sent as `retry-after`, rounded up to whole seconds, at least 1. */
  readonly retryAfterMs?: number;
  /** Where a provider's own refusal is passed on: its status, type and code take the place of the table's. */
  readonly upstream?: { readonly status: number; readonly type: string; readonly code: string | null };
  /** Where a limit of the user refuses: what is left of each at `nowMs` (Unix ms). */
  readonly standing?: { readonly remaining: readonly Remaining[]; readonly nowMs: number };
  /** What was tried, without secrets; shown as `error.attempts`. */
  readonly attempts?: readonly {
    readonly provider: string;
    readonly key: string;
    readonly class: string;
    readonly status: number | null;
  }[];
};

/** How the gateway refuses. `publicMessage` is safe to show; `message`, `detail` and `cause` are for our logs. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;
  readonly publicMessage: string;
  readonly options: GatewayErrorOptions;

  constructor(code: GatewayErrorCode, publicMessage: string, options: GatewayErrorOptions = {}) {
    super(`[${code}] ${options.detail ?? publicMessage}`, { cause: options.cause });
    this.code = code;
    this.publicMessage = publicMessage;
    this.options = options;
  }

  get status(): number {
    return this.options.upstream?.status ?? gatewayErrorCodes[this.code].status;
  }
}
