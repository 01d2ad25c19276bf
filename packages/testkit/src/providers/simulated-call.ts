import type { JsonObject } from '@palimpsest/domain';

/** One model call as the simulated provider saw it. Still growing while the answer is under way. */
export type SimulatedCall = {
  /** Unix ms. */
  readonly atMs: number;
  /** How many calls with the same secret came before it. */
  readonly index: number;
  readonly secret: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly operation: 'chat' | 'embeddings';
  /** `undefined` where no status was sent. */
  status: number | undefined;
  eventsSent: number;
  /** Of the body. */
  bytesSent: number;
  /** Who ended it; `undefined` while it runs. */
  closedBy: 'provider' | 'caller' | undefined;
};
