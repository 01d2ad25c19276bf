import type { ChatMessage } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fragment, replacedBy, turnsOf } from './turns.ts';
import { windowOf } from './window.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'r' });
const call = (id: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const fragment = (...messages: ChatMessage[]): Fragment => ({ messages, vendor: 'openai' });
const messagesOf = (fragments: readonly Fragment[]) => turnsOf(fragments).map(({ messages }) => messages);

describe('results that are brought once more', () => {
  const asked = fragment(user('q1'), call('c1'));
  const beside = fragment(user('q2'), assistant('a2'));
  const lost = fragment(result('c1'), user('q3'), assistant('lost'));
  const again = fragment(result('c1'), user('q3'), assistant('a3'));
  const answered = [user('q1'), call('c1'), result('c1')];

  it('take the place of the next message that had come with them, and of no turn beside', () => {
    const turns = [[user('q2'), assistant('a2')], answered, [user('q3'), assistant('a3')]];
    expect(messagesOf([asked, lost, beside, again])).toEqual(turns);
    expect(messagesOf([asked, beside, lost, again])).toEqual(turns);
    expect(replacedBy([asked, lost, beside], again)).toEqual([lost]);
  });

  it('take the place of all that had come of it', () => {
    const next = fragment(result('c1'), user('q3'), call('c2'));
    const went = [fragment(result('c2'), user('q4'), call('c3')), fragment(result('c3'), assistant('a4'))];
    expect(messagesOf([asked, next, ...went, beside, again])).toEqual(messagesOf([asked, beside, again]));
    expect(replacedBy([asked, next, ...went, beside], again)).toEqual([next, ...went]);
  });

  it('leave what came before them in the turn, and in a piece that two turns have part in', () => {
    const stored = [asked, fragment(result('c1'), user('q3'), call('c2')), fragment(result('c2'), assistant('lost'))];
    const added = fragment(result('c2'), assistant('a3'));
    expect(messagesOf([...stored, added])).toEqual([answered, [user('q3'), call('c2'), result('c2'), assistant('a3')]]);
    expect(replacedBy(stored, added)).toEqual(stored.slice(2));
  });

  it('go out without what they take the place of, and are known to change what is stored', () => {
    const request = [result('c1'), user('q3')];
    const { messages, rearranges } = windowOf([asked, lost], 4, request);
    expect(messages).toEqual(asked.messages);
    expect(rearranges).toBe(true);
    const turn = { messages: asked.messages, of: [asked] };
    expect(windowOf([asked], 4, request)).toMatchObject({
      messages,
      awaited: new Set(['c1']),
      turn,
      rearranges: false,
    });
  });

  it('leave a session as if no connection had broken, with no more pieces, for any sequence of repeats', () => {
    // A round answers the calls of the one before, and may bring the next message; each is asked so many times.
    const round = fc.record({ asks: fc.boolean(), times: fc.integer({ min: 1, max: 3 }), beside: fc.boolean() });
    const rounds = fc.array(round, { minLength: 1, maxLength: 8 });
    // The client may go back once, to a round from which it goes on otherwise.
    fc.assert(
      fc.property(rounds, rounds, fc.nat({ max: 7 }), (first, second, back) => {
        let all: Fragment[] = [];
        let stored: Fragment[] = [];
        let others: Fragment[] = [];
        let chain: Fragment[] = [];
        const store = (added: Fragment) => {
          const replaced = replacedBy(stored, added);
          all = [...all, added];
          stored = [...stored.filter((one) => !replaced.includes(one)), added];
        };
        const ask = ({ asks, times, beside: isBeside }: { asks: boolean; times: number; beside: boolean }) => {
          const waiting = chain.at(-1)?.messages.at(-1)?.tool_calls?.[0]?.id;
          const question = user(`q${chain.length}`);
          const own = waiting === undefined ? [question] : [result(waiting), ...(asks ? [question] : [])];
          // What repeats nothing but a first message is a turn of its own.
          const sent = Array.from({ length: waiting === undefined ? 1 : times }, (_, time) =>
            fragment(...own, call(`c${all.length}-${time}`)),
          );
          for (const one of sent) store(one);
          chain = [...chain, ...sent.slice(-1)];
          if (!isBeside) return;
          others = [...others, fragment(user(`beside ${all.length}`), assistant('a'))];
          store(others.at(-1) as Fragment);
        };
        first.forEach(ask);
        chain = chain.slice(0, 1 + Math.min(back, chain.length - 1));
        second.forEach(ask);
        const turns = messagesOf(stored);
        expect(turns).toEqual(messagesOf(all));
        expect(new Set(turns)).toEqual(new Set(messagesOf([...others, ...chain])));
        expect(turns.flat()).toHaveLength([...others, ...chain].flatMap(({ messages }) => messages).length);
        expect(stored).toHaveLength(others.length + chain.length);
      }),
    );
  });
});
