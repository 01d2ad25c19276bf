/** What the primary process asks its workers. */
const questions = ['metrics', 'readiness'] as const;
export type Question = (typeof questions)[number];

/** The message of a question. `number` is for its answer to name. */
export type Asked = { readonly question: Question; readonly number: number };

/** The message of a worker's answer. */
export type Told = { readonly answerTo: number; readonly answer: unknown };

/** Whether a message that a worker got is a question. */
export const isAsked = (message: unknown): message is Asked =>
  typeof message === 'object' &&
  message !== null &&
  'question' in message &&
  questions.some((question) => question === message.question);

/** Whether a message that the primary got is an answer. */
export const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'answerTo' in message;
