import type { ChatMessage } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkToolPairs } from '../admission/check-tool-pairs.ts';
import { carry } from './carry.ts';
import { type Fragment, lastTurn, newestFragments, windowOf } from './window.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
const call = (id: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'r' });
const fragment = (...messages: ChatMessage[]): Fragment => ({ messages, vendor: 'openai' });
const plain = (n: number): Fragment => fragment(user(`q${n}`), assistant(`a${n}`));

describe('the window of a session', () => {
  it('is the last turns, whole', () => {
    expect(windowOf([plain(1), plain(2), plain(3)], 2)).toEqual([
      user('q2'),
      assistant('a2'),
      user('q3'),
      assistant('a3'),
    ]);
  });

  it('is everything while there is less, and nothing at zero', () => {
    expect(windowOf([plain(1)], 4)).toHaveLength(2);
    expect(windowOf([plain(1)], 0)).toEqual([]);
  });

  it('takes a tool loop over several requests for one turn', () => {
    const loop = [
      fragment(user('q'), call('c1')),
      fragment(result('c1'), call('c2')),
      fragment(result('c2'), assistant('a')),
    ];
    expect(windowOf([plain(1), ...loop], 1)).toEqual(loop.flatMap(({ messages }) => messages));
  });

  it('never parts a call from its result, for any history and any size', () => {
    const turn = fc
      .integer({ min: 0, max: 3 })
      .map((calls) => [
        user('q'),
        ...Array.from({ length: calls }, (_, n) => [call(`c${n}`), result(`c${n}`)]).flat(),
        assistant('a'),
      ]);
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 8 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 12 }),
        (turns, size, forgotten) => {
          // The oldest messages may be forgotten anywhere, also in the middle of a turn.
          const messages = turns.flat().slice(forgotten);
          const window = windowOf(
            messages.map((message) => fragment(message)),
            size,
          );
          expect(window[0]?.role ?? 'user').toBe('user');
          expect(checkToolPairs(window)).toBeUndefined();
        },
      ),
    );
  });
});

describe('what is opened of a session', () => {
  const message = fc.constantFrom(user('q'), assistant('a'), call('c'), result('c'));
  const history = fc.array(
    fc.option(
      fc.array(message, { minLength: 1, maxLength: 4 }).map((messages) => fragment(...messages)),
      { nil: undefined },
    ),
    { maxLength: 12 },
  );

  it('is enough for the same window as all of it, for any history, also where parts are unreadable', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 6 }), (stored, turns) => {
        const readable = stored.filter((one) => one !== undefined);
        expect(
          windowOf(
            newestFragments(stored, (one) => one, turns),
            turns,
          ),
        ).toEqual(windowOf(readable, turns));
      }),
    );
  });

  it('is no more than a turn beyond the window', () => {
    const opened: number[] = [];
    const stored = Array.from({ length: 32 }, (_, at) => at);
    const open = (at: number) => {
      opened.push(at);
      return plain(at);
    };
    newestFragments(stored, open, 4);
    expect(opened).toEqual([31, 30, 29, 28, 27]);
  });
});

describe('what is carried', () => {
  const stored = { system: [{ role: 'system', content: 'be kind' } as ChatMessage], fragments: [plain(1)] };
  const options = { turns: 4, routePrompt: 'the route says' };

  it('is the system prompt, the window and the new message', () => {
    expect(carry([user('q2')], stored, options)).toMatchObject({
      context: 'carried',
      messages: [...stored.system, user('q1'), assistant('a1'), user('q2')],
      own: [user('q2')],
    });
  });

  it('lets the latest system prompt hold', () => {
    const latest: ChatMessage = { role: 'system', content: 'be brief' };
    const carried = carry([latest, user('q2')], stored, options);
    expect(carried.messages[0]).toBe(latest);
    expect(carried.messages.filter(({ role }) => role === 'system')).toHaveLength(1);
    expect(carried.system).toEqual([latest]);
  });

  it('is nothing when the client sends the history itself', () => {
    const history = [user('q1'), assistant('a1'), user('q2')];
    expect(carry(history, stored, options)).toMatchObject({
      context: 'none',
      messages: [...stored.system, ...history],
      own: [user('q2')],
    });
  });

  it("has the route's prompt only where nobody else gave one", () => {
    expect(carry([user('q')], { system: [], fragments: [] }, options).messages[0]).toEqual({
      role: 'system',
      content: 'the route says',
    });
    expect(carry([user('q')], stored, options).messages[0]).toEqual(stored.system[0]);
  });

  it("keeps the turn under way of a client's own history", () => {
    expect(lastTurn([user('q1'), assistant('a1'), user('q2'), call('c'), result('c')])).toEqual([
      user('q2'),
      call('c'),
      result('c'),
    ]);
  });
});
