import type { Limit, ProviderKeyId } from '@palimpsest/domain';
import { type Hold, holdOf, restore, settledForGood } from './hold.ts';
import { glanceAt, type KeyGlance } from './key-glance.ts';
import { keysOf } from './key-keys.ts';
import { type KeyStanding, marksOf, standingFrom } from './key-standing.ts';
import type { KeyAsk, KeyMark, KeyRef, KeyReservation, KeySettlement, KeyTold } from './key-words.ts';
import { keyspace } from './keyspace.ts';
import { askOf, calendarsAt, calendarsOf, calendarsText, everyCalendar, noCalendar } from './learned-limits.ts';
import { renewLeases } from './leases.ts';
import type { RedisClient } from './redis-client.ts';
import { remainingFrom } from './remaining.ts';
import { type Replication, replicationOf } from './replication.ts';
import {
  addCounters,
  forgiveKey,
  learnLimits,
  markKey,
  openProbedKey,
  readKey,
  reserveKey,
  resetKey,
  resumeKey,
  settleKey,
} from './scripts.gen.ts';
import { inTime } from './stale.ts';
import { everyWindowOf } from './windows.ts';

/**
 * What the provider keys have used of their limits, and whether they may be used at all. `tag` is the key's quota tag (`quotaTag`):
 * counters, sleeping and exhaustion hold for every key of it, suspension and model states for the key alone.
 * Everything throws only where Redis is away (`isStoreUnavailable`).
 */
export class KeyPool {
  readonly #redis: RedisClient;
  readonly #replication: Replication | undefined;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#replication = replicationOf(redis);
  }

  /** Reserves the key for one attempt, or says why not and how its limits stand. */
  async reserve({
    attempt,
    model,
    leaseMs,
    windows,
    reserve,
    concurrent,
    pace,
    ...ref
  }: KeyAsk): Promise<KeyReservation> {
    const most = concurrent ?? -1;
    const reply = await inTime(windows, (seen) =>
      reserveKey(this.#redis, keysOf(ref), {
        attempt,
        model,
        leaseMs,
        windows: seen,
        takes: reserve,
        concurrent: most,
        countedAs: pace?.countedAs ?? model,
        needs: pace?.needs ?? { requests: 1 },
        calendars: calendarsText(pace?.calendars ?? noCalendar, pace?.nowMs ?? 0),
      }),
    );
    const { nowMs, reason } = reply;
    const remaining = remainingFrom(reply, windows, concurrent);
    const verdict = reply.verdict as 'granted' | Extract<KeyReservation, { granted: false }>['why'];
    if (verdict === 'granted') {
      const reservation = { id: attempt, windows, reserve, leaseMs, reservedAtMs: nowMs };
      const hold = holdOf(this.#replication, keyspace.keyLeases(ref.tag), reservation);
      return { granted: true, nowMs, probe: reply.probe === 1, remaining, overdrawn: reply.overdrawn, hold };
    }
    return { granted: false, nowMs, why: verdict, untilMs: reply.untilMs || null, reason, remaining };
  }

  /** Reserves again what a server lost that gave way to another. Before anybody settles it: before its event is in the stream. */
  async restore({ hold, ...ref }: KeyRef & { readonly hold: Hold | undefined }): Promise<void> {
    await restore(this.#redis, keysOf(ref), hold);
  }

  /**
   * Ends an attempt: what it spent takes the place of what it reserved, and its outcome counts. After a failure that marks the key,
   * call `mark` first, so that no other attempt slips in between. Resolves, where a replica would take over, once one has it too. `false`:
   * settled before, or never reserved.
   */
  async settle({ attempt, spent, outcome, ...ref }: KeySettlement): Promise<boolean> {
    const { settled } = await settleKey(this.#redis, keysOf(ref), { attempt, spent, outcome });
    if (this.#replication !== undefined) await settledForGood(this.#replication, keyspace.keyLeases(ref.tag), attempt);
    return settled === 1;
  }

  /**
   * Keeps what the provider told of its limits: from then on `reserve` refuses what would not fit. Of an attempt's answer, call it
   * before `settle`.
   */
  async learn({ attempt = '', ageMs, told, ...ref }: KeyTold): Promise<void> {
    const calendars = calendarsAt(calendarsOf(told), Date.now() - ageMs);
    await learnLimits(this.#redis, keysOf(ref), {
      attempt,
      ageMs: Math.round(ageMs),
      told: told.map(askOf),
      calendars,
    });
  }

  /** Marks the key (or its whole quota group), or one model of the key. Gives what is now in force. */
  async mark(
    mark: KeyMark,
  ): Promise<{ nowMs: number; state: KeyMark['state']; untilMs: number | null; failures: number }> {
    const { until, model = '', state, reason, again = '', refusal = false } = mark;
    const reply = await markKey(this.#redis, keysOf(mark), {
      model,
      kind: state,
      inMs: until !== 'by-hand' && 'inMs' in until ? [until.inMs].flat().map(wholeMs) : [],
      atMs: until !== 'by-hand' && 'atMs' in until ? wholeMs(until.atMs) : 0,
      again,
      refusal: refusal ? 1 : 0,
      reason,
    });
    return { ...reply, state: reply.state as KeyMark['state'], untilMs: reply.untilMs || null };
  }

  /** The attempt that was granted as `probe` has brought its first content: the others may use the key again. */
  async firstContent({ attempt, ...ref }: KeyRef & { readonly attempt: string }): Promise<void> {
    await openProbedKey(this.#redis, keysOf(ref), { attempt });
  }

  /** Keeps the account behind the key, as its provider told it. */
  async belongs({ tag, key, account }: KeyRef & { readonly account: string }): Promise<void> {
    const state = keyspace.keyState(tag, key);
    const changed = this.#redis.hset(state, 'account', account);
    // A number of changes that was alone until now would go by itself, and take the account along.
    await Promise.all([changed, this.#redis.hincrby(state, 'version', 1), this.#redis.persist(state)]);
  }

  /** Ends the mark that its provider's last refusal left on the key, and nothing else: the key was not to blame. */
  async forgive(ref: KeyRef): Promise<void> {
    await forgiveKey(this.#redis, keysOf(ref), {});
  }

  /** Ends a suspension, and with it cooldown, exhaustion, model states and the run of failures. */
  async resume(ref: KeyRef): Promise<void> {
    await resumeKey(this.#redis, keysOf(ref), {});
  }

  /** Ends sleeping and exhaustion of these keys of one tag; suspensions stay. */
  async reset({ tag, keys }: { readonly tag: string; readonly keys: readonly ProviderKeyId[] }): Promise<void> {
    await Promise.all(keys.map((key) => resetKey(this.#redis, keysOf({ tag, key }), {})));
  }

  /** Drops what is kept of a deleted key; what its quota group shares stays with the group. */
  async forget({ tag, key }: KeyRef): Promise<void> {
    const { state, models, ...shared } = keysOf({ tag, key });
    await this.#redis.del(state, models, ...(tag === key ? Object.values(shared) : []));
  }

  /**
   * Takes a key to another quota tag: what was counted under the old one counts under the new one too, and marks in force go along.
   * Attempts under way are not followed: what they reserved stays counted.
   */
  async carry({
    key,
    from,
    to,
  }: {
    readonly key: ProviderKeyId;
    readonly from: string;
    readonly to: string;
  }): Promise<void> {
    const counted = await this.#redis.hgetall(keyspace.keyCounters(from));
    await addCounters(this.#redis, { counters: keyspace.keyCounters(to) }, { carried: Object.entries(counted) });
    const [standing] = await this.read([{ tag: from, key, limits: [] }]);
    for (const mark of standing === undefined ? [] : marksOf(standing))
      await this.mark({ ...mark, tag: to, key, until: mark.untilMs === null ? 'by-hand' : { atMs: mark.untilMs } });
    await this.forget({ tag: from, key });
  }

  /** Whether the caller is the one to ask the account behind a key what it has left; nobody else is for `forMs` milliseconds. */
  async claimPoll({ tag, key }: KeyRef, why: 'time' | 'marked', forMs: number): Promise<boolean> {
    return (await this.#redis.set(keyspace.keyPoll(tag, key, why), '1', 'PX', forMs, 'NX')) === 'OK';
  }

  /** What can be seen of these keys at a small part of what `read` costs, in the order asked; one round trip. */
  glance(keys: readonly (KeyRef & { readonly limits: readonly Limit[] })[]): Promise<KeyGlance[]> {
    return glanceAt(this.#redis, keys);
  }

  /** How these keys stand, in the order asked; one round trip. */
  async read(keys: readonly (KeyRef & { readonly limits: readonly Limit[] })[]): Promise<KeyStanding[]> {
    const nowMs = Date.now();
    const calendars = calendarsText(everyCalendar, nowMs);
    return Promise.all(
      keys.map(async ({ tag, key, limits }) => {
        const windows = everyWindowOf(limits, nowMs);
        const reply = await inTime(windows, (seen) =>
          readKey(this.#redis, keysOf({ tag, key }), { windows: seen, calendars }),
        );
        return standingFrom(key, reply, windows, limits);
      }),
    );
  }

  /** Keeps the reservations of attempts that still run. */
  async renew({
    tag,
    attempts,
    leaseMs,
  }: {
    tag: string;
    attempts: readonly string[];
    leaseMs: number;
  }): Promise<void> {
    await renewLeases(this.#redis, keyspace.keyLeases(tag), attempts, leaseMs);
  }
}

/** Rounded up, so that no time is shortened, and never 0, which stands for "by hand". */
function wholeMs(ms: number): number {
  if (!Number.isFinite(ms)) throw new RangeError(`not a time: ${ms}`);
  return Math.max(1, Math.ceil(ms));
}
