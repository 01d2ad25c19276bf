import { setTimeout as wait } from 'node:timers/promises';
import { call, type Told } from './call.ts';

/** Clients at work. */
export type SteadyLoad = {
  /** Everything that has ended so far. */
  readonly told: readonly Told[];
  /** Resolves once so many more whole answers have come. */
  answers(more: number): Promise<void>;
  /** Ends it, requests under way first, and gives everything. */
  end(): Promise<readonly Told[]>;
};

/** Who asks, where and for what. */
export type LoadOptions = {
  /** Taken in turn. */
  readonly urls: readonly string[];
  readonly gatewayKey: string;
  readonly model: string;
  /** Clients that each wait for one answer before they ask again. */
  readonly clients: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a client waits after a refusal, so that a gateway which refuses at once is not asked a thousand times a second. */
const PAUSE_MS = 50;

/** Clients that ask without end, plain and streamed in turn, and take down what they are told. */
export function steadyLoad({ urls, gatewayKey, model, clients, headers = {} }: LoadOptions): SteadyLoad {
  const told: Told[] = [];
  let ending = false;
  let turn = 0;
  const run = async () => {
    while (!ending) {
      turn += 1;
      const body = { model, stream: turn % 2 === 0, messages: [{ role: 'user', content: 'hello' }] };
      const one = await call(urls[turn % urls.length] ?? '', { gatewayKey, headers, body });
      told.push(one);
      if (one.result !== 'fine') await wait(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, run));
  const fine = () => told.filter(({ result }) => result === 'fine').length;
  return {
    told,
    async answers(more) {
      const target = fine() + more;
      while (fine() < target) await wait(20);
    },
    async end() {
      ending = true;
      await ended;
      return told;
    },
  };
}
