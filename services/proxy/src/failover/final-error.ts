import {
  type Attempt,
  type Candidate,
  type Failure,
  GatewayError,
  type GatewayErrorCode,
  modelNotFound,
  poolError,
} from '@palimpsest/domain';

/** One attempt that failed, with what is known of why. */
export type FailedAttempt = { readonly attempt: Attempt; readonly failure: Failure };

/**
 * What the client sees when no key is left to try. A fatal answer is the provider's own; limits alone are `pool_exhausted` with the soonest
 * wake-up; refusals of every key need an operator; all else is `upstream_failed` with what was tried. Never a 401 for a provider's refusal.
 * `refusal`: why the first target that could not be asked at all could not; it is the last word where none could.
 */
export function finalError(
  failed: readonly FailedAttempt[],
  candidates: readonly Candidate[],
  nowMs: number,
  refusal?: Failure,
): GatewayError {
  const last = failed.at(-1)?.failure;
  if (last === undefined)
    return refusal !== undefined && candidates.every(({ verdict }) => verdict === 'unable')
      ? passedOn(refusal, 'invalid_request')
      : poolError(candidates, nowMs);
  if (last.kind === 'request-rejected' || last.kind === 'request-too-large') return passedOn(last);
  if (failed.every(({ failure }) => failure.kind === 'model-denied')) {
    // Of the keys that were not asked because of what the others said, none is left to hope for.
    const others = candidates.filter(
      ({ verdict, untilMs }) => !denied.has(verdict) && !(verdict === 'model' && untilMs === null),
    );
    return others.length === 0 ? modelNotFound() : poolError(others, nowMs);
  }
  if (failed.every(({ failure }) => isLimit(failure))) {
    // A key whose limit is smaller than the request never takes it: those that could are waited for.
    const tooSmall = new Set(failed.flatMap(({ attempt, failure }) => (isTooSmall(failure) ? [attempt.key] : [])));
    return poolError(
      candidates.filter(({ key }) => !tooSmall.has(key)),
      nowMs,
    );
  }
  if (failed.every(({ failure }) => failure.kind === 'key-rejected' || failure.kind === 'model-denied'))
    return poolError(candidates, nowMs);
  return new GatewayError('upstream_failed', `Every attempt failed; the last with: ${last.reason}.`, {
    attempts: failed.map(({ attempt }) => ({
      provider: attempt.provider,
      key: attempt.key,
      class: attempt.class,
      status: attempt.status,
    })),
  });
}

/** What stands at a key that was asked, or was not for the model's sake. */
const denied: ReadonlySet<string> = new Set(['chosen', 'unable', 'not-needed']);

const isTooSmall = ({ kind, scope }: Failure): boolean => kind === 'request-too-large' && scope === 'size';

const isLimit = (failure: Failure): boolean =>
  failure.kind === 'rate-limited' || failure.kind === 'quota-exhausted' || isTooSmall(failure);

/** A provider's own refusal of the request, or ours in its place: its status, type, code and text, secrets already removed. */
function passedOn(failure: Failure, as: GatewayErrorCode = 'upstream_rejected'): GatewayError {
  const answer = failure.answer ?? { type: 'invalid_request_error', param: null, code: null, message: failure.reason };
  const told = answer.status ?? failure.status ?? 400;
  // A 401 would tell the client that its own key is bad.
  const status = told >= 400 && told < 500 && told !== 401 ? told : 400;
  return new GatewayError(as, answer.message, {
    upstream: { status, type: answer.type, code: answer.code },
    ...(answer.param === null ? {} : { param: answer.param }),
  });
}
