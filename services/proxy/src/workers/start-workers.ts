import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, restartPauses, StartProblem } from '@palimpsest/runtime';
import { workerArgument } from './answer-primary.ts';
import { type Asked, isTold, type Question } from './questions.ts';

/** Several processes of this program that share its ports. */
export type Fleet = {
  readonly size: number;
  /** What each worker answers, by its number less one; `undefined` where it did not within a second. */
  ask(question: Question): Promise<readonly unknown[]>;
  /** Lets every worker finish its requests and end. */
  stop(): Promise<void>;
};

const answerWithinMs = 1000;

/**
 * Starts so many workers, and starts one again that dies, after a pause that grows while it keeps dying. Throws a StartProblem where one ends
 * before it listens; the others are ended then.
 */
export async function startWorkers(size: number, logger: Logger): Promise<Fleet> {
  const workers: Worker[] = [];
  /** How each ends, looked out for from its beginning on. */
  const ends: Promise<End>[] = [];
  const stopping = new AbortController();

  const fork = (index: number): Worker => {
    cluster.setupPrimary({ args: [workerArgument(index + 1)] });
    const worker = cluster.fork();
    // A message that could not be sent, or a process that could not be started: its end, where it has one, is told beside.
    worker.on('error', (error) => logger.error({ worker: index + 1, err: error }, 'a worker has an error'));
    workers[index] = worker;
    ends[index] = endOf(worker);
    return worker;
  };
  const keepRunning = async (index: number): Promise<void> => {
    const pauseAfter = restartPauses();
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const { status, signal } = (await ends[index]) as End;
      if (stopping.signal.aborted) return;
      const pauseMs = pauseAfter(performance.now() - startedAt);
      logger.error({ worker: index + 1, status, signal, pause_ms: pauseMs }, 'a worker died');
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) fork(index);
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    const alive = workers.filter((worker) => !worker.isDead());
    for (const worker of alive) worker.process.kill('SIGTERM');
    await Promise.all(alive.map((worker) => ended(worker)));
  };

  const started = Array.from({ length: size }, (_, index) => listening(fork(index)));
  try {
    await Promise.all(started);
  } catch (error) {
    await stop();
    throw error;
  }
  for (let index = 0; index < size; index += 1) void keepRunning(index);
  return { size, ask: (question) => askAll(workers, question), stop };
}

type End = { readonly status: number | null; readonly signal: string | null };

/** How it ends. Other than `once` of Node.js, an `error` before that changes nothing. */
function endOf(worker: Worker): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>();
  worker.once('exit', (status: number | null, signal: string | null) => resolve({ status, signal }));
  return promise;
}

async function ended(worker: Worker): Promise<void> {
  if (!worker.isDead()) await endOf(worker);
}

async function listening(worker: Worker): Promise<void> {
  const early = endOf(worker).then(({ status }) => {
    throw new StartProblem(`a worker ended with status ${status} at its start`);
  });
  await Promise.race([once(worker, 'listening'), early]);
  early.catch(() => undefined);
}

let asked = 0;

function askAll(workers: readonly Worker[], question: Question): Promise<readonly unknown[]> {
  const number = ++asked;
  return Promise.all(workers.map((worker) => askOne(worker, { question, number })));
}

async function askOne(worker: Worker, asking: Asked): Promise<unknown> {
  if (!worker.isConnected()) return undefined;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, answerWithinMs, undefined);
  const onMessage = (message: unknown): void => {
    if (isTold(message) && message.answerTo === asking.number) resolve(message.answer);
  };
  worker.on('message', onMessage);
  worker.send(asking, undefined, undefined, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', onMessage);
  }
}
