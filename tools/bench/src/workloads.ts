/** A stream that pauses in its middle: pieces in all, and how many frames come before the pause. */
export const stalls = {
  'bench-stall': { events: 60, before: 5 },
  'bench-stall-long': { events: 1000, before: 998 },
} as const;
export type Stall = keyof typeof stalls;

/** How long such a stream pauses, ms. */
export const stallMs = 10_000;

const messages = [
  { role: 'system', content: 'You answer briefly and to the point, in the language of the question.' },
  { role: 'user', content: 'What is a palimpsest, and why do historians care? Two sentences, please.' },
];

/** What callers ask for. */
export const bodies = {
  plain: { model: 'bench-plain', messages, temperature: 0.5 },
  stream: { model: 'bench-plain', messages, temperature: 0.5, stream: true, stream_options: { include_usage: true } },
} as const;

/** The body of a stream that pauses. */
export const stallingBody = (model: Stall): object => ({ ...bodies.stream, model });

/** The body of a call whose first attempt is refused; `call` tells one from the other. */
export const refusedOnceBody = (call: string): object => ({ ...bodies.plain, model: 'bench-refused-once', user: call });
