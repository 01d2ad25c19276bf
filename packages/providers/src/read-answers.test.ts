import { expect, it } from 'vitest';
import { providers } from './index.ts';

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** A body that says all this and then holds the connection. */
async function* heldAfter(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  await new Promise(() => undefined);
}

it('takes a whole answer for ended by [DONE], though its connection is held', async () => {
  const body = `${chunk({ content: 'pong' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  const reading = providers.openai.decodeStream(heldAfter(body))[Symbol.asyncIterator]();
  const { value } = await reading.next();
  const events: readonly { readonly type: string }[] = value ?? [];
  expect(events.at(-1)?.type).toBe('answer-end');
});

it('does not take [DONE] for the end of an answer without a finish', async () => {
  const body = `${chunk({ content: 'pong' }, null)}data: [DONE]\n\n`;
  const reading = providers.openai.decodeStream(heldAfter(body))[Symbol.asyncIterator]();
  const { value } = await reading.next();
  const events: readonly { readonly type: string }[] = value ?? [];
  expect(events.filter(({ type }) => type === 'answer-end' || type === 'failure')).toEqual([]);
});
