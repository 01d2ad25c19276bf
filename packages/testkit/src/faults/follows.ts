import type { FailureScope } from '@palimpsest/domain';
import type { Follows, Until } from './fault.ts';

export const monthUtc = { period: 'month', timeZone: 'UTC' } as const;
export const dayUtc = { period: 'day', timeZone: 'UTC' } as const;
export const weekUtc = { period: 'week', timeZone: 'UTC' } as const;
export const dayPacific = { period: 'day', timeZone: 'America/Los_Angeles' } as const;
export const monthPacific = { period: 'month', timeZone: 'America/Los_Angeles' } as const;

const limited = { status: 429, code: 'pool_exhausted' } as const;

/** A limit that comes back by itself: the key rests. */
export const sleeps = (until: number | 'the cooldown', scope: FailureScope = 'account-model'): Follows => ({
  class: 'transient',
  scope,
  leaves: { on: 'key', state: 'sleeping', until },
  next: 'another key',
  client: limited,
});

/** A quota that is used up: of the key, or of one model where it is the model's. */
export const runsOut = (until: Until, scope: FailureScope = 'account'): Follows => ({
  class: 'exhausted',
  scope,
  leaves: { on: scope === 'account-model' ? 'model' : 'key', state: 'exhausted', until },
  next: 'another key',
  client: limited,
});

/** The key is refused: an operator must act. */
export const suspends = (scope: 'key' | 'account' = 'key'): Follows => ({
  class: 'rejected',
  scope,
  leaves: { on: 'key', state: 'suspended', until: 'an operator resumes it' },
  next: 'another key',
  client: { status: 503, code: 'no_usable_key' },
});

/** A 401 or 403 that says nothing more: seen for the first time, the key rests. */
export const doubts = (): Follows => ({
  class: 'rejected',
  scope: 'key',
  leaves: { on: 'key', state: 'sleeping', until: 'ten minutes' },
  next: 'another key',
  client: limited,
});

const noModel = { status: 404, code: 'model_not_found' } as const;

/** The key has no access to this model, and stays good for others. */
export const shutsModel = (scope: 'key-model' | 'account-model' = 'account-model'): Follows => ({
  class: 'rejected',
  scope,
  leaves: { on: 'model', state: 'suspended', until: 'an operator resumes it' },
  next: 'another key',
  client: noModel,
});

/** The vendor does not have this model, for any key. */
export const lacksModel: Follows = {
  class: 'rejected',
  scope: 'provider-model',
  next: 'another vendor',
  client: noModel,
};

const failed = { status: 502, code: 'upstream_failed' } as const;

/** The vendor refuses whatever comes from here, or knows no such address. */
export const refusedHere = (scope: 'egress' | 'provider'): Follows => ({
  class: 'rejected',
  scope,
  next: 'another vendor',
  client: failed,
});

/** Trouble of which no key knows anything. */
export const blamesNobody = (scope: 'request' | 'provider-model' | 'provider' | 'egress'): Follows => ({
  class: 'transient',
  scope,
  next: scope === 'request' ? 'another key' : 'another vendor',
  client: failed,
});

/** The model slipped, and may do better the next time. */
export const flaky: Follows = { ...blamesNobody('request'), again: true };

/** The request is at fault: the client hears it, and no other key is asked. */
export const refuses = (
  status: number,
  code: string | null,
  param: string | null = null,
  type = 'invalid_request_error',
): Follows => ({ class: 'fatal', scope: 'request', next: 'nobody', client: { status, code, param, type } });

/** The request is larger than this key's limit: only keys that are known to allow more may be asked. */
export const tooLarge = (code = 'request_too_large'): Follows => ({
  class: 'fatal',
  scope: 'size',
  next: 'nobody',
  client: { status: 413, code, type: 'invalid_request_error' },
});

/** No fault at all. */
export const answers = (finish: string): Follows => ({
  class: 'success',
  next: 'nobody',
  client: { status: 200, code: null, finish },
});
