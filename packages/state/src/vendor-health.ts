import type { ProviderKeyId } from '@palimpsest/domain';
import { keyspace, type RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { noteVendorFailure } from './scripts.gen.ts';

/** Trouble that is the vendor's, or our own address's there, when several keys meet it at once; `capacity` is of one model. */
export const vendorTroubles = ['outage', 'capacity', 'limited', 'refused'] as const;
export type VendorTrouble = (typeof vendorTroubles)[number];

export type VendorFailure = {
  readonly vendor: string;
  readonly key: ProviderKeyId;
  readonly trouble: VendorTrouble;
  /** Absent: the trouble is not of one model alone. */
  readonly model?: string | undefined;
  /** Milliseconds within which keys count together. */
  readonly windowMs: number;
  /** Keys that make it the vendor's trouble. */
  readonly threshold: number;
  /** Milliseconds for which attempts there are then stopped. */
  readonly stopMs: number;
};

/** Attempts at a vendor, or at one model there, are stopped until then (Unix ms by Redis's clock). */
export type VendorStop = {
  readonly trouble: VendorTrouble;
  readonly model: string | undefined;
  readonly untilMs: number;
};

/**
 * Which vendors are in trouble as a whole, shared by all proxies. No key is to blame for it.
 * Everything throws only where Redis is away (`isStoreUnavailable`).
 */
export class VendorHealth {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Notes a failure. `keys`: those that failed in the same way within the window, where that stopped the vendor. */
  async note({
    vendor,
    key,
    trouble,
    model = '',
    windowMs,
    threshold,
    stopMs,
  }: VendorFailure): Promise<{ readonly stoppedUntilMs: number | null; readonly keys: readonly ProviderKeyId[] }> {
    const reply = await noteVendorFailure(
      this.#redis,
      { failures: keyspace.vendorFailures(name(vendor), trouble), stops: keyspace.vendorStops(name(vendor)) },
      { key, model, kind: trouble, windowMs, threshold, stopMs },
    );
    if (reply.stopped !== 1) return { stoppedUntilMs: null, keys: [] };
    return { stoppedUntilMs: reply.stoppedUntil, keys: reply.keys as ProviderKeyId[] };
  }

  /** The stops of these vendors, in the order asked; one round trip. Those that are over may be among them. */
  async read(vendors: readonly string[]): Promise<(readonly VendorStop[])[]> {
    const replies = await Promise.all(vendors.map((vendor) => this.#redis.hgetall(keyspace.vendorStops(name(vendor)))));
    return replies.map((stops) => Object.entries(stops).map(([field, untilMs]) => stopFrom(field, Number(untilMs))));
  }

  /** A success of a key, or its deletion: its failures leave every window, and a stop that no failure is left of ends. */
  async forgive(vendor: string, key: ProviderKeyId): Promise<void> {
    await Promise.all(
      vendorTroubles.map(async (trouble) => {
        const window = keyspace.vendorFailures(name(vendor), trouble);
        const members = await this.#redis.zrange(window, '0', '-1');
        const own = members.filter((member) => member.startsWith(`${key} `));
        if (own.length > 0) await this.#redis.zrem(window, ...own);
        if (own.length === members.length) await this.#end(vendor, trouble);
      }),
    );
  }

  async #end(vendor: string, trouble: VendorTrouble): Promise<void> {
    const stops = keyspace.vendorStops(name(vendor));
    const fields = (await this.#redis.hkeys(stops)).filter((field) => field.split(' ', 1)[0] === trouble);
    if (fields.length > 0) await this.#redis.hdel(stops, ...fields);
  }

  /** Ends every stop of a vendor and empties its windows. */
  async clear(vendor: string): Promise<void> {
    await this.#redis.del(keyspace.vendorStops(name(vendor)), ...windowsOf(vendor));
  }
}

/** A stop's field is its trouble, a space, and the model where it is of one. */
function stopFrom(field: string, untilMs: number): VendorStop {
  const [trouble] = field.split(' ', 1);
  const model = field.slice(field.indexOf(' ') + 1);
  return { trouble: trouble as VendorTrouble, model: model === '' ? undefined : model, untilMs };
}

const windowsOf = (vendor: string): RedisKey[] =>
  vendorTroubles.map((trouble) => keyspace.vendorFailures(name(vendor), trouble));

/** A vendor is any label: it must not bring braces of its own into a key. */
const name = (vendor: string): string => encodeURIComponent(vendor);
