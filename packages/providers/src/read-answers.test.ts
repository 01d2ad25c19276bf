import { expect, it } from 'vitest';
import { providers } from './index.ts';

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

it('takes a whole answer for ended by [DONE], though its connection is held', () => {
  const body = `${chunk({ content: 'pong' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  const events = providers.openai.decodeStream().take(Buffer.from(body));
  expect(events.at(-1)?.type).toBe('answer-end');
});

it('does not take [DONE] for the end of an answer without a finish', () => {
  const body = `${chunk({ content: 'pong' }, null)}data: [DONE]\n\n`;
  const events = providers.openai.decodeStream().take(Buffer.from(body));
  expect(events.filter(({ type }) => type === 'answer-end' || type === 'failure')).toEqual([]);
});
