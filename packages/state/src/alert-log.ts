import type { Alert, AlertKind } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { acknowledgeAlert, observeAlert } from './scripts.gen.ts';

/** An alert and what became of it; times are Unix ms. */
export type LoggedAlert = Alert & {
  readonly raisedAtMs: number;
  /** `null` while it is still so. */
  readonly endedAtMs: number | null;
  readonly acknowledged: { readonly atMs: number; readonly by: string } | null;
};

/** What an alert is about: one is open at a time. */
export type AlertSubject = { readonly kind: AlertKind; readonly target: string };

/** What is seen of a subject now. */
export type Observation = AlertSubject & {
  readonly holds: boolean;
  /** Milliseconds that it must have held before an alert is raised. */
  readonly forMs: number;
  readonly message: string;
};

export type Observed = 'quiet' | 'waiting' | 'raised' | 'open' | 'ended' | 'full';

/** A rule that goes mad must not push everything else out. */
const mostOpen = 200;

/** The alerts, the last thousand of them, whichever replica raised them. */
export class AlertLog {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Raises an alert with this id, ends the one there is, or changes nothing. Several may observe the same at once. */
  async observe(id: string, { kind, target, holds, forMs, message }: Observation): Promise<Observed> {
    const alert: Alert = { id, kind, target, message };
    const { outcome } = await observeAlert(
      this.#redis,
      {
        alerts: keyspace.alerts(),
        order: keyspace.alertOrder(),
        marks: keyspace.alertMarks(),
        open: keyspace.openAlerts(),
        pending: keyspace.pendingAlerts(),
        version: keyspace.alertVersion(),
        due: keyspace.dueMessages(),
      },
      { subject: `${kind} ${target}`, holds: holds ? 1 : 0, forMs, mostOpen, id, alert: JSON.stringify(alert) },
    );
    return outcome as Observed;
  }

  /** The subjects of open alerts, and of those that may become one: what has to be observed until it is over. */
  async watched(): Promise<AlertSubject[]> {
    const subjects = await Promise.all(
      [keyspace.openAlerts(), keyspace.pendingAlerts()].map((key) => this.#redis.hkeys(key)),
    );
    return [...new Set(subjects.flat())].map((subject) => {
      const blank = subject.indexOf(' ');
      return { kind: subject.slice(0, blank) as AlertKind, target: subject.slice(blank + 1) };
    });
  }

  /** Whether the caller is the one to look at the rules in this round, which lasts so long (ms). */
  async claimRound(forMs: number): Promise<boolean> {
    return (await this.#redis.set(keyspace.alertRound(), '1', 'PX', forMs, 'NX')) === 'OK';
  }

  /** Newest first; `after` is the id of the last alert seen. One that was forgotten since is where the log ends. */
  async page(page: { readonly after?: string | undefined; readonly limit: number }): Promise<LoggedAlert[]> {
    let from = 0;
    if (page.after !== undefined) {
      const rank = await this.#redis.zrevrank(keyspace.alertOrder(), page.after);
      if (rank === null) return [];
      from = rank + 1;
    }
    return this.#read(await this.#redis.zrevrange(keyspace.alertOrder(), from, from + page.limit - 1));
  }

  async get(id: string): Promise<LoggedAlert | undefined> {
    return (await this.#read([id]))[0];
  }

  /** Those that are still so, newest first. */
  async open(): Promise<LoggedAlert[]> {
    const alerts = await this.#read(await this.#redis.hvals(keyspace.openAlerts()));
    return alerts.sort((a, b) => b.raisedAtMs - a.raisedAtMs);
  }

  /** `known`: somebody did before, which stays. */
  async acknowledge(id: string, by: string): Promise<'acknowledged' | 'known' | 'missing'> {
    const keys = { alerts: keyspace.alerts(), marks: keyspace.alertMarks(), version: keyspace.alertVersion() };
    const { outcome } = await acknowledgeAlert(this.#redis, keys, { id, by });
    return outcome as 'acknowledged' | 'known' | 'missing';
  }

  async #read(ids: readonly string[]): Promise<LoggedAlert[]> {
    if (ids.length === 0) return [];
    const markNames = ids.flatMap((id) => [`${id} ended`, `${id} acknowledged`]);
    const [texts, times, marks] = await Promise.all([
      this.#redis.hmget(keyspace.alerts(), ...ids),
      this.#redis.zmscore(keyspace.alertOrder(), ...ids),
      this.#redis.hmget(keyspace.alertMarks(), ...markNames),
    ]);
    return ids.flatMap((_, index) => {
      const text = texts[index];
      if (typeof text !== 'string') return [];
      const [ended, acknowledged] = marks.slice(2 * index, 2 * index + 2);
      const alert = JSON.parse(text) as Alert;
      return [
        {
          ...alert,
          raisedAtMs: Number(times[index]),
          endedAtMs: typeof ended === 'string' ? Number(ended) : null,
          acknowledged: typeof acknowledged === 'string' ? acknowledgementOf(acknowledged) : null,
        },
      ];
    });
  }
}

function acknowledgementOf(mark: string): { atMs: number; by: string } {
  const blank = mark.indexOf(' ');
  return { atMs: Number(mark.slice(0, blank)), by: mark.slice(blank + 1) };
}
