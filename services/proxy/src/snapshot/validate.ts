import { type ConfigRecord, type Limit, parseUsd, type User } from '@palimpsest/domain';
import type { Configuration } from './configuration.ts';

/**
 * Why a record cannot be served beside the configuration that it joins, in words for control's log; `undefined` where it can.
 * Control has checked it before: what is found here is a damaged registry or another version of the program.
 */
export function faultOf(configuration: Configuration, { kind, record }: ConfigRecord): string | undefined {
  switch (kind) {
    case 'provider-key':
      return inRecord(kind, record.id, limitsFault(record.limits) ?? baseUrlFault(record.baseUrl));
    case 'user':
      return inRecord(kind, record.id, limitsFault(record.limits) ?? holderFault(configuration, record));
    case 'route':
      return inRecord(kind, record.name, record.targets.length === 0 ? 'it has no target' : undefined);
    case 'price':
      return inRecord(kind, record.id, record.model === '' ? 'it names no model' : undefined);
    case 'data-key':
      return inRecord(kind, record.id, record.key.length === 32 ? undefined : 'it has not 32 bytes');
  }
}

const inRecord = (kind: string, id: string, fault: string | undefined): string | undefined =>
  id === '' ? `a ${kind} has no id` : fault === undefined ? undefined : `${kind} ${id}: ${fault}`;

const baseUrlFault = (baseUrl: string): string | undefined =>
  /^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl) ? undefined : 'its address is none';

/** A gateway key that two users hold would serve one in the other's name. */
function holderFault({ holders }: Configuration, user: User): string | undefined {
  for (const { sha256 } of user.gatewayKeys) {
    if (!/^[0-9a-f]{64}$/.test(sha256)) return 'a gateway key has no SHA-256';
    const holder = holders.get(sha256);
    if (holder !== undefined && holder.user.id !== user.id) return `a gateway key of user ${holder.user.id} again`;
  }
  return undefined;
}

/** Lists that were looked at not long ago: most users have the same few limits, which are one list then. */
const sound = new Set<readonly Limit[]>();
const soundKept = 1000;

function limitsFault(limits: readonly Limit[]): string | undefined {
  if (sound.has(limits)) return undefined;
  const fault = firstFault(limits);
  if (sound.size === soundKept) sound.clear();
  if (fault === undefined) sound.add(limits);
  return fault;
}

function firstFault(limits: readonly Limit[]): string | undefined {
  for (const limit of limits) {
    if (!isAmount(limit)) return `the amount of a limit of ${limit.metric} is none`;
    if (limit.metric !== 'concurrent' && !isTimeZone(limit.timeZone)) return `unknown time zone in a limit`;
  }
  return undefined;
}

function isAmount(limit: Limit): boolean {
  if (typeof limit.amount === 'string') return parseUsd(limit.amount) !== undefined;
  return limit.metric === 'cost' ? limit.amount >= 0 : Number.isSafeInteger(limit.amount) && limit.amount >= 0;
}

const knownZones = new Map<string, boolean>();

/** Asked for every limit of every user: the runtime takes long to answer, and there are some hundred zones. */
function isTimeZone(zone: string): boolean {
  let known = knownZones.get(zone);
  if (known === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      known = true;
    } catch {
      known = false;
    }
    if (knownZones.size < 1000) knownZones.set(zone, known);
  }
  return known;
}
