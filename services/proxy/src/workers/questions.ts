/** What the primary process asks its workers. */
const questions = ['metrics', 'readiness'] as const;
export type Question = (typeof questions)[number];

export type Asked = { readonly question: Question; readonly number: number };
export type Told = { readonly answerTo: number; readonly answer: unknown };

export const isAsked = (message: unknown): message is Asked =>
  typeof message === 'object' &&
  message !== null &&
  'question' in message &&
  questions.some((question) => question === message.question);

export const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'answerTo' in message;
