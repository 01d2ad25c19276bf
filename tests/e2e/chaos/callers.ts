import { setTimeout as wait } from 'node:timers/promises';
import { model, type WatchedUser } from './pools.ts';
import type { Random } from './random.ts';

/** One call as its caller saw it. */
export type Told = {
  readonly user: string;
  /** `x-request-id`; empty where no headers came. */
  readonly requestId: string;
  readonly status: number;
  /** `fine`: a whole answer with its end; `left`: the caller went; else the gateway's code, or how the connection ended. */
  readonly result: string;
  readonly tookMs: number;
};

export type CallersOptions = {
  readonly urls: readonly string[];
  readonly users: readonly WatchedUser[];
  readonly random: Random;
  readonly requests: number;
  readonly atOnce: number;
  /** No call is begun after it. Monotonic ms. */
  readonly untilMs: number;
};

/** What a caller waits after a refusal, so that a gateway that refuses at once is not asked a thousand times a second. Milliseconds. */
const pauseMs = 100;

/** Callers that ask until there were enough, each for itself; resolves with what all were told. */
export async function callUp(options: CallersOptions): Promise<readonly Told[]> {
  const told: Told[] = [];
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < options.requests && performance.now() < options.untilMs) {
      begun += 1;
      const last = await ask(options);
      told.push(last);
      if (last.result !== 'fine') await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, one));
  return told;
}

async function ask({ urls, users, random }: CallersOptions): Promise<Told> {
  const user = random.pick(users);
  const stream = random.chance(50);
  const leaves = random.chance(3) ? AbortSignal.timeout(Math.round(random.between(5, 80))) : undefined;
  const startedAt = performance.now();
  let [requestId, status, result] = ['', 0, ''];
  try {
    const response = await fetch(`${random.pick(urls)}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.gatewayKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, max_tokens: 20, messages: [{ role: 'user', content: 'hello there' }] }),
      ...(leaves === undefined ? {} : { signal: leaves }),
    });
    requestId = response.headers.get('x-request-id') ?? '';
    status = response.status;
    result = resultOf(await response.text(), stream && response.ok);
  } catch (error) {
    result = leaves?.aborted === true ? 'left' : `connection: ${reasonOf(error)}`;
  }
  return { user: user.id, requestId, status, result, tookMs: performance.now() - startedAt };
}

function resultOf(text: string, stream: boolean): string {
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1];
  if (code !== undefined) return code;
  const isWhole = stream ? text.endsWith('data: [DONE]\n\n') : /"finish_reason":\s*"stop"/.test(text);
  return isWhole ? 'fine' : 'no whole answer';
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
}
