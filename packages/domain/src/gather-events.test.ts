import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from './answer-event.ts';
import { Gathering } from './gather-events.ts';

const text = (choice: number, said: string): AnswerEvent => ({ type: 'text-delta', choice, text: said });
const args = (index: number, said: string): AnswerEvent => ({
  type: 'tool-call-delta',
  choice: 0,
  index,
  arguments: said,
});
const end: AnswerEvent = { type: 'answer-end' };

function gathered(...batches: AnswerEvent[][]): readonly AnswerEvent[] {
  const gathering = new Gathering();
  for (const batch of batches) gathering.add(batch);
  return gathering.all();
}

describe('gathered events', () => {
  it('are one piece for each run of pieces of one text, whatever batches they came in', () => {
    expect(gathered([text(0, 'a'), text(0, 'b')], [text(0, 'c'), end])).toEqual([text(0, 'abc'), end]);
  });

  it('keep texts of different kinds, choices and calls apart, and everything in its order', () => {
    const reasoning: AnswerEvent = { type: 'reasoning-delta', choice: 0, text: 'r' };
    const events = [reasoning, text(0, 'a'), text(1, 'b'), text(0, 'c'), args(0, '{'), args(1, '{'), args(1, '}'), end];
    expect(gathered(events)).toEqual([...events.slice(0, 5), args(1, '{}'), end]);
  });

  it('grow no longer than a few hundred letters, and lose none', () => {
    const pieces = Array.from({ length: 1000 }, (_, index) => text(0, `${index} `));
    const whole = gathered(pieces);
    expect(whole.length).toBeLessThan(20);
    expect(whole.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe(
      pieces.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''),
    );
  });

  it('can be looked at before they are all there', () => {
    const gathering = new Gathering();
    gathering.add([text(0, 'a')]);
    expect(gathering.all()).toEqual([text(0, 'a')]);
    gathering.add([text(0, 'b'), end]);
    expect(gathering.all()).toEqual([text(0, 'a'), text(0, 'b'), end]);
  });
});
