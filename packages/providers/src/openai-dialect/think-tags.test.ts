import { describe, expect, it } from 'vitest';
import { openAiCompatible } from '../openai-compatible/index.ts';
import { createThinkTags, type Parted } from './think-tags.ts';

function parted(...pieces: readonly string[]): Parted {
  const tags = createThinkTags();
  const all = [...pieces.map((piece) => tags.push(piece)), tags.end()];
  return { reasoning: all.map((part) => part.reasoning).join(''), text: all.map((part) => part.text).join('') };
}

const thought = '<think>Six times seven.</think>\n\nIt is 42.';
const asParted = { reasoning: 'Six times seven.', text: 'It is 42.' };

describe('thinking in tags', () => {
  it('is parted from the answer', () => {
    expect(parted(thought)).toEqual(asParted);
  });

  it('is parted wherever the content is cut', () => {
    for (let at = 0; at <= thought.length; at += 1)
      expect(parted(thought.slice(0, at), thought.slice(at))).toEqual(asParted);
    expect(parted(...thought.split(''))).toEqual(asParted);
  });

  it.each([
    ['an answer without tags', 'It is 42.'],
    ['an answer that speaks of tags', 'Write <think>x</think> around it.'],
    ['an answer that begins like a tag', '<thing>'],
    ['a beginning of a tag and no more', '<thi'],
    ['white space', '  \n'],
  ])('is not seen in %s', (_, text) => {
    expect(parted(text)).toEqual({ reasoning: '', text });
    expect(parted(...text.split(''))).toEqual({ reasoning: '', text });
  });

  it('is thinking to its end where the closing tag never comes', () => {
    expect(parted('<think>Six times', ' seven. </thi')).toEqual({ reasoning: 'Six times seven. </thi', text: '' });
  });

  it('keeps what looks like the beginning of the closing tag', () => {
    expect(parted('<think>a < b, a </', 'b></think>c')).toEqual({ reasoning: 'a < b, a </b>', text: 'c' });
  });

  it('never reaches the content of an answer, plain or streamed', () => {
    const choice = { index: 0, message: { role: 'assistant', content: thought }, finish_reason: 'stop' };
    const events = openAiCompatible.fromNative(JSON.stringify({ id: 'x', choices: [choice] }));
    expect(events).toContainEqual({ type: 'reasoning-delta', choice: 0, text: 'Six times seven.' });
    expect(events).toContainEqual({ type: 'text-delta', choice: 0, text: 'It is 42.' });
    expect(events.at(-1)).toEqual({ type: 'answer-end' });
  });
});
