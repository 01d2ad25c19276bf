import { family } from './key-family.ts';

/** What a call touches on its way: the limits of users and of provider keys, and sessions. */
export const callKeys = {
  userCounters: family<[user: string]>(
    'hash',
    '{u:<user>}:counters',
    'until the user is deleted',
    'proxy, metering',
    'limit name → window start and amount used or reserved',
  ),
  userReservations: family<[user: string]>(
    'hash',
    '{u:<user>}:reservations',
    'one request',
    'proxy, metering',
    'request id → what it reserved, until settled',
  ),
  userLeases: family<[user: string]>(
    'zset',
    '{u:<user>}:leases',
    'one request',
    'proxy, metering',
    'requests in flight; the score is the end of the lease in ms',
  ),
  userSwept: family<[user: string]>(
    'zset',
    '{u:<user>}:swept',
    'a week after a lease ran out',
    'proxy, metering',
    'requests refunded because their lease ran out, whose event may still come; the score is when to forget them in ms',
  ),

  keyCounters: family<[tag: string]>(
    'hash',
    '{k:<tag>}:counters',
    'until the key is deleted',
    'proxy, metering',
    'limit name → window start and amount used or reserved',
  ),
  keyReservations: family<[tag: string]>(
    'hash',
    '{k:<tag>}:reservations',
    'one attempt',
    'proxy, metering',
    'attempt → what it reserved and under which marks, until settled',
  ),
  keyLeases: family<[tag: string]>(
    'zset',
    '{k:<tag>}:leases',
    'one attempt',
    'proxy, metering',
    'attempts in flight; the score is the end of the lease in ms',
  ),
  keySwept: family<[tag: string]>(
    'zset',
    '{k:<tag>}:swept',
    'a week after a lease ran out',
    'proxy, metering',
    'attempts refunded because their lease ran out, whose event may still come; the score is when to forget them in ms',
  ),
  keyMarks: family<[tag: string]>(
    'hash',
    '{k:<tag>}:marks',
    'until a success or the operator clears it',
    'proxy, control',
    'sleeping or exhausted, until when and why; the probe after it; the number of the last mark',
  ),
  keyState: family<[tag: string, key: string]>(
    'hash',
    '{k:<tag>}:key:<key>',
    'until the key is deleted; a week where it has no more than the number of a change',
    'proxy, control',
    'suspension, number of the last refusal, failures in a row, last use and account of one key; number of the last change other than by use',
  ),
  keyModels: family<[tag: string, key: string]>(
    'hash',
    '{k:<tag>}:models:<key>',
    'until the key is deleted',
    'proxy, control',
    'model → state of this key for that model alone',
  ),

  keyLearned: family<[tag: string]>(
    'hash',
    '{k:<tag>}:learned',
    'a week after the provider told last',
    'proxy, metering, control',
    'name under which the provider counts a model → its limits as told, and what is left of them',
  ),

  keyPoll: family<[tag: string, key: string, why: string]>(
    'string',
    '{k:<tag>}:poll:<key>:<why>',
    'until the next poll may be',
    'control',
    'the account behind a key was asked what it has left',
  ),

  vendorFailures: family<[vendor: string, trouble: string]>(
    'zset',
    '{v:<vendor>}:failures:<trouble>',
    'the window in which keys count together',
    'proxy, control',
    'keys of a vendor that met this trouble, and the model where it is of one; the score is when, in ms',
  ),
  vendorStops: family<[vendor: string]>(
    'hash',
    '{v:<vendor>}:stops',
    'twice the stop',
    'proxy, control',
    'trouble, and the model where it is of one → until when attempts there are stopped, in ms',
  ),

  sessionTurns: family<[user: string, session: string]>(
    'list',
    '{s:<user>:<session>}:turns',
    'session TTL',
    'proxy; control deletes',
    'encrypted turns, or pieces of turns, the newest last',
  ),
  sessionMeta: family<[user: string, session: string]>(
    'hash',
    '{s:<user>:<session>}:meta',
    'session TTL',
    'proxy; control deletes',
    'encrypted system prompt, times, which pieces begin a turn, and how large all are',
  ),

  idempotentAnswer: family<[user: string, key: string]>(
    'hash',
    '{i:<user>:<key>}:answer',
    'a day; a claim without an answer, its lease',
    'proxy',
    'body, owner and encrypted answer of one idempotency key',
  ),
};
