import cluster from 'node:cluster';
import { isAsked, type Question, type Told } from './questions.ts';

const argument = '--worker=';

/** How a worker is told its number. */
export const workerArgument = (number: number): string => `${argument}${number}`;

/** The number of this worker, from 1; `undefined` for a proxy that is alone. A worker that takes another's place has its number. */
export const workerNumber = (): string | undefined =>
  cluster.isWorker ? process.argv.find((one) => one.startsWith(argument))?.slice(argument.length) : undefined;

/** Answers the primary's questions until closed. An answer that cannot be given is none: the primary does not wait for it. */
export function answerPrimary(answers: Readonly<Record<Question, () => Promise<unknown>>>): { close(): Promise<void> } {
  const onMessage = (message: unknown): void => {
    if (!isAsked(message)) return;
    const tell = (answer: unknown): void => {
      if (process.connected) process.send?.({ answerTo: message.number, answer } satisfies Told);
    };
    answers[message.question]().then(tell, () => undefined);
  };
  process.on('message', onMessage);
  return {
    async close() {
      process.off('message', onMessage);
    },
  };
}
