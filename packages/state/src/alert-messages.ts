import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { settleMessage, spreadMessage, takeMessages } from './scripts.gen.ts';

/** What is to be said of an alert; `webhook` is absent until it is known who gets it. */
export type AlertMessage = {
  readonly alert: string;
  readonly change: 'raised' | 'ended';
  readonly webhook: string | undefined;
};

export type DueMessage = AlertMessage & { /** Deliveries that failed before. */ readonly failed: number };

/** How the last delivery to a webhook went; Unix ms. `status` is `null` where there was no answer, `reason` empty where it went well. */
export type WebhookResult = {
  readonly atMs: number;
  readonly ok: boolean;
  readonly status: number | null;
  readonly reason: string;
};

type Taken = { readonly mostEach: number; readonly underWay: readonly string[] };

const mostDue = 10_000;

/** Messages about alerts on their way to webhooks: each has one taker at a time, whichever replica it is. */
export class AlertMessages {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * What is due now; it is the caller's for `leaseMs` milliseconds. No webhook's messages are more than `mostEach`, those that the caller
   * has already among them: `underWay` names the webhook of each.
   */
  async take(most: number, leaseMs: number, has: Partial<Taken> = {}): Promise<DueMessage[]> {
    const { mostEach = most, underWay = [] } = has;
    const asked = { most, leaseMs, mostEach, underWay: [...underWay] };
    const { messages, failed } = await takeMessages(this.#redis, keys(), asked);
    return messages.map((message, index) => ({ ...read(message), failed: failed[index] ?? 0 }));
  }

  /** Gives a message to every webhook that is to get it. Less than all: too many messages wait already. */
  async spread(message: AlertMessage, webhooks: readonly string[]): Promise<number> {
    const all = { message: written(message), receivers: [...webhooks], mostDue };
    return (await spreadMessage(this.#redis, { due: keyspace.dueMessages() }, all)).added;
  }

  /** Delivered, or given up. */
  async done(message: AlertMessage): Promise<void> {
    await settleMessage(this.#redis, keys(), { message: written(message), againMs: 0 });
  }

  /** A delivery failed: the next may be in so many ms. */
  async putOff(message: AlertMessage, againMs: number): Promise<void> {
    await settleMessage(this.#redis, keys(), { message: written(message), againMs: Math.max(1, Math.round(againMs)) });
  }

  async noteResult(webhook: string, result: WebhookResult): Promise<void> {
    await this.#redis.hset(keyspace.webhookResults(), webhook, JSON.stringify(result));
  }

  /** How the last delivery to each went; `undefined` where there was none. */
  async results(webhooks: readonly string[]): Promise<(WebhookResult | undefined)[]> {
    if (webhooks.length === 0) return [];
    const texts = await this.#redis.hmget(keyspace.webhookResults(), ...webhooks);
    return texts.map((text) => (typeof text === 'string' ? (JSON.parse(text) as WebhookResult) : undefined));
  }

  async forgetResult(webhook: string): Promise<void> {
    await this.#redis.hdel(keyspace.webhookResults(), webhook);
  }
}

const keys = () => ({ due: keyspace.dueMessages(), attempts: keyspace.messageAttempts() });

const written = ({ alert, change, webhook }: AlertMessage): string =>
  webhook === undefined ? `${alert} ${change}` : `${alert} ${change} ${webhook}`;

function read(message: string): AlertMessage {
  const [alert = '', change, webhook] = message.split(' ');
  return { alert, change: change === 'ended' ? 'ended' : 'raised', webhook };
}
