/**
 * The only file that makes Redis keys. What stands in braces is the hash tag: every Lua function touches keys of one tag only,
 * so that a cluster works by construction. docs/redis.md is generated from this table.
 */
declare const brand: unique symbol;
export type RedisKey = string & { readonly [brand]: 'RedisKey' };

export type Family<Ids extends readonly string[]> = {
  (...ids: Ids): RedisKey;
  readonly pattern: string;
  readonly type: 'string' | 'hash' | 'list' | 'zset' | 'stream';
  readonly lifetime: string;
  readonly writers: string;
  readonly purpose: string;
};

function family<Ids extends readonly string[]>(
  type: Family<Ids>['type'],
  pattern: string,
  lifetime: string,
  writers: string,
  purpose: string,
): Family<Ids> {
  const [first = '', ...rest] = `pgw:v1:${pattern}`.split(/<[^>]+>/);
  const make = (...ids: Ids): RedisKey =>
    rest.reduce((key, part, index) => `${key}${ids[index] ?? ''}${part}`, first) as RedisKey;
  return Object.assign(make, { pattern: `pgw:v1:${pattern}`, type, lifetime, writers, purpose });
}

/** What stands in the key's braces, and decides its slot in a cluster. */
export const hashTag = (key: RedisKey): string => key.slice(key.indexOf('{') + 1, key.indexOf('}'));

export const keyspace = {
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
    'until the key is deleted',
    'proxy, control',
    'suspension, failures in a row and last use of one key',
  ),
  keyModels: family<[tag: string, key: string]>(
    'hash',
    '{k:<tag>}:models:<key>',
    'until the key is deleted',
    'proxy, control',
    'model → state of this key for that model alone',
  ),

  sessionTurns: family<[user: string, session: string]>(
    'list',
    '{s:<user>:<session>}:turns',
    'session TTL',
    'proxy',
    'encrypted turns, the newest last',
  ),
  sessionMeta: family<[user: string, session: string]>(
    'hash',
    '{s:<user>:<session>}:meta',
    'session TTL',
    'proxy',
    'encrypted system prompt, vendor of the last turn, times',
  ),

  usageEvents: family<[partition: string]>(
    'stream',
    '{usage:<partition>}:events',
    'trimmed behind what metering applied',
    'proxy, metering',
    'one usage event for each model call',
  ),
  openRequests: family<[partition: string]>(
    'zset',
    '{usage:<partition>}:open',
    'one request',
    'proxy, metering',
    'requests without their event yet; the score is the end of the lease in ms',
  ),
  openRecords: family<[partition: string]>(
    'hash',
    '{usage:<partition>}:open-records',
    'one request',
    'proxy, metering',
    'request id → the event to write if its proxy dies',
  ),
  requestLog: family<[partition: string]>(
    'zset',
    '{usage:<partition>}:log',
    'request log retention',
    'metering',
    'index rows, which are what the log may be searched by, by time of admission in ms',
  ),
  requestEntries: family<[partition: string]>(
    'hash',
    '{usage:<partition>}:entries',
    'request log retention, and the hour after it',
    'metering',
    'request id → rank and usage event: the log entry, and the mark that the request was counted',
  ),
  unlistedRequests: family<[partition: string]>(
    'zset',
    '{usage:<partition>}:unlisted',
    'one hour, or until the usage stream is trimmed',
    'metering',
    'requests out of the log whose mark still stands; the score is when they left it in ms',
  ),
  usageDays: family<[partition: string]>(
    'zset',
    '{usage:<partition>}:days',
    'kept',
    'metering',
    'the days that have sums, in days since 1970',
  ),
  usageRollup: family<[partition: string, day: string]>(
    'hash',
    '{usage:<partition>}:rollup:<day>',
    'kept',
    'metering',
    'metric and user, key, provider, model → sum of one UTC day',
  ),
  usagePulse: family<[partition: string, day: string]>(
    'hash',
    '{usage:<partition>}:pulse:<day>',
    'nine days',
    'metering',
    'five minutes of one UTC day and metric → sum, for the overview',
  ),
  activeSessions: family<[partition: string]>(
    'zset',
    '{usage:<partition>}:sessions',
    'session TTL',
    'metering',
    'sessions by the time of their last answer in ms, for the overview',
  ),
  poisonEvents: family<[partition: string]>(
    'stream',
    '{usage:<partition>}:poison',
    'kept until an operator acts',
    'metering',
    'entries that could not be read, as they came',
  ),

  registryRecords: family<[kind: string]>(
    'hash',
    '{registry}:<kind>',
    'kept',
    'control',
    'id → revision and record, one hash for each kind; the revision is the version of its last change',
  ),
  registryOrder: family<[kind: string]>(
    'zset',
    '{registry}:order:<kind>',
    'kept',
    'control',
    'the ids of one kind, all with score 0: sorted, so that they can be read page by page',
  ),
  registryVersion: family<[]>('string', '{registry}:version', 'kept', 'control', 'number of the last change'),
  registryChanges: family<[]>(
    'stream',
    '{registry}:changes',
    'the last 10,000',
    'control',
    'kind and id of what changed; the id of an entry is its version',
  ),
  registryUnique: family<[kind: string]>(
    'hash',
    '{registry}:unique:<kind>',
    'kept',
    'control',
    'fingerprint or name → id, where it must be unique',
  ),
  auditLog: family<[]>('stream', '{registry}:audit', 'kept', 'control', 'one entry for each operator action'),
  operatorSession: family<[token: string]>(
    'string',
    '{op:<token>}:session',
    'twelve hours',
    'control',
    'a signed-in dashboard, by the SHA-256 of its cookie',
  ),
  failedLogins: family<[address: string]>(
    'string',
    '{op:<address>}:failed-logins',
    'one minute',
    'control',
    'failed logins from one address',
  ),
};
