import { setTimeout as wait } from 'node:timers/promises';

/** One request as its client saw it. */
export type Told = {
  /** `x-request-id`; empty where not even headers came. */
  readonly requestId: string;
  /** `fine`: a whole answer, with its end. Otherwise the gateway's error code, or how the connection ended. */
  readonly result: string;
  readonly status: number;
  readonly tookMs: number;
  readonly stream: boolean;
};

export type SteadyLoad = {
  /** Everything that has ended so far. */
  readonly told: readonly Told[];
  /** Resolves once so many more whole answers have come. */
  answers(more: number): Promise<void>;
  /** Ends it, requests under way first, and gives everything. */
  end(): Promise<readonly Told[]>;
};

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
      const one = await ask(urls[turn % urls.length] ?? '', { gatewayKey, model, headers, stream: turn % 2 === 0 });
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

type Asked = Pick<LoadOptions, 'gatewayKey' | 'model'> & { readonly headers: object; readonly stream: boolean };

async function ask(url: string, { gatewayKey, model, headers, stream }: Asked): Promise<Told> {
  const startedAt = performance.now();
  let [requestId, status, result] = ['', 0, ''];
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hello' }] }),
    });
    requestId = response.headers.get('x-request-id') ?? '';
    status = response.status;
    result = resultOf(await response.text(), stream && response.ok);
  } catch (error) {
    result = String((error as Error).cause ?? error);
  }
  return { requestId, result, status, tookMs: performance.now() - startedAt, stream };
}

function resultOf(text: string, stream: boolean): string {
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1];
  if (code !== undefined) return code;
  const whole = stream ? text.endsWith('data: [DONE]\n\n') : /"finish_reason":\s*"stop"/.test(text);
  return whole ? 'fine' : `no whole answer: ${text.slice(-200)}`;
}
