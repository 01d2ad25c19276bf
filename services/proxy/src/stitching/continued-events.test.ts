import { type AnswerEvent, noUsage } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { createContinuedEvents } from './continued-events.ts';

const start = (id: string): AnswerEvent => ({ type: 'answer-start', id, created: id.length, fields: { from: id } });
const text = (said: string, choice = 0): AnswerEvent => ({ type: 'text-delta', choice, text: said });
const thought = (said: string): AnswerEvent => ({ type: 'reasoning-delta', choice: 0, text: said });
const usage = (promptTokens: number): AnswerEvent => ({ type: 'usage-report', usage: { ...noUsage, promptTokens } });
const signed = (more: object = {}): AnswerEvent => ({
  type: 'choice-fields',
  choice: 0,
  message: { extra_content: { anthropic: {} }, ...more },
});
const stop: AnswerEvent = { type: 'choice-end', choice: 0, finishReason: 'stop', raw: 'stop' };
const end: AnswerEvent = { type: 'answer-end' };
const seen = [start('first'), thought('hm'), text('It is late. The shop is')];

describe('the events of a first attempt', () => {
  it('stay as they are, but that usage is told at the end, and the last word alone', () => {
    const events = [start('first'), thought('hm'), signed(), text('It is'), usage(1), text(' late.'), stop];
    const continued = createContinuedEvents([]);
    expect(continued([...events, usage(2)])).toEqual(events.filter((event) => event.type !== 'usage-report'));
    expect(continued([end])).toEqual([usage(2), end]);
  });
});

describe('the events of a later attempt', () => {
  it('belong to the answer that was begun: its id, its choice, what follows its last words', () => {
    const continued = createContinuedEvents([start('first'), text('It is late. The shop is', 3)]);
    expect(continued([start('second'), text('late. The shop'), text(' is closed.'), stop, end])).toEqual([
      { ...start('first'), fields: { from: 'second' } },
      text(' closed.', 3),
      { ...stop, choice: 3 },
      end,
    ]);
  });

  it('tell nothing of what a model thinks about going on, nor sign it', () => {
    const continued = createContinuedEvents(seen);
    expect(continued([thought('I am to continue'), signed(), signed({ images: ['x'] }), text(' closed.')])).toEqual([
      { type: 'choice-fields', choice: 0, message: { images: ['x'] } },
      text(' closed.'),
    ]);
  });

  it('keep their reasoning where the answer begins anew', () => {
    const events = [thought('let me see'), signed(), text('It is late.'), stop];
    expect(createContinuedEvents([start('first'), thought('let')])(events)).toEqual(events);
  });

  it.each([
    ['the end', stop],
    ['a call', { type: 'tool-call-start', choice: 0, index: 0, id: 'call_1', name: 'clock' }],
    ['a refusal', { type: 'refusal-delta', choice: 0, text: 'no' }],
  ] as const)('bring what was held back before %s', (_, event) => {
    const continued = createContinuedEvents(seen);
    expect(continued([text('late. The ')])).toEqual([]);
    expect(continued([event])).toEqual([text('late. The '), event]);
  });
});
