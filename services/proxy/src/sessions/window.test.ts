import type { ChatMessage } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkToolPairs } from '../admission/check-tool-pairs.ts';
import { carry, emptySession } from './carry.ts';
import { type Fragment, replacedBy } from './turns.ts';
import { lastTurn, windowOf } from './window.ts';

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
    expect(windowOf([plain(1), plain(2), plain(3)], 2).messages).toEqual([
      user('q2'),
      assistant('a2'),
      user('q3'),
      assistant('a3'),
    ]);
  });

  it('is everything while there is less, and nothing at zero', () => {
    expect(windowOf([plain(1)], 4).messages).toHaveLength(2);
    expect(windowOf([plain(1)], 0).messages).toEqual([]);
  });

  it('takes a tool loop over several requests for one turn', () => {
    const loop = [
      fragment(user('q'), call('c1')),
      fragment(result('c1'), call('c2')),
      fragment(result('c2'), assistant('a')),
    ];
    expect(windowOf([plain(1), ...loop], 1).messages).toEqual(loop.flatMap(({ messages }) => messages));
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
          const { messages: window } = windowOf(
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

describe('the calls of a session', () => {
  const said = (...fragments: Fragment[]) => windowOf(fragments, 4).messages;
  const next = (current: ChatMessage[], ...fragments: Fragment[]) => windowOf(fragments, 4, current);
  const spoken: ChatMessage = { ...call('c1'), content: 'let me look' };

  it('stay out where the client gave them up, with what was said beside them kept', () => {
    expect(said(fragment(user('q'), call('c1')), plain(1))).toEqual([user('q'), user('q1'), assistant('a1')]);
    expect(said(fragment(user('q'), spoken))).toEqual([user('q'), assistant('let me look')]);
  });

  it('stay, with their turn put last, where the request brings their results', () => {
    const { messages, awaited } = next([result('c1'), user('and?')], fragment(user('q'), call('c1')), plain(1));
    expect(messages).toEqual([user('q1'), assistant('a1'), user('q'), call('c1')]);
    expect([...awaited]).toEqual(['c1']);
  });

  it('find their results, whatever was stored between them', () => {
    const end = fragment(result('c1'), assistant('a'));
    expect(said(fragment(user('q'), call('c1')), plain(1), end)).toEqual([
      user('q1'),
      assistant('a1'),
      user('q'),
      call('c1'),
      result('c1'),
      assistant('a'),
    ]);
  });

  it('are those that just these results answer, where another turn waits for the same id among others', () => {
    const two: ChatMessage = { ...call('c1'), tool_calls: ['c1', 'c2'].flatMap((id) => call(id).tool_calls ?? []) };
    const waiting = [fragment(user('one'), call('c1')), fragment(user('two'), two)];
    expect(next([result('c1')], ...waiting).messages.at(-2)).toEqual(user('one'));
    expect(next([result('c1'), result('c2')], ...waiting.toReversed()).messages.at(-2)).toEqual(user('two'));
    expect(next([result('c2')], ...waiting).messages.at(-2)).toEqual(user('two'));
  });

  it('leave no results behind when their turn is forgotten', () => {
    expect(said(plain(1), fragment(result('c1'), assistant('a')))).toEqual([user('q1'), assistant('a1')]);
  });

  it('are answered in the form of before tools, too', () => {
    const asked: ChatMessage = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } };
    const told: ChatMessage = { role: 'function', name: 'f', content: 'r' };
    expect(said(fragment(user('q'), asked), plain(1))).toEqual([user('q'), user('q1'), assistant('a1')]);
    expect(said(fragment(user('q'), asked), plain(1), fragment(told, assistant('a'))).slice(2)).toEqual([
      user('q'),
      asked,
      told,
      assistant('a'),
    ]);
  });

  it('are never without a result, nor a result without its call, for anything stored and any request', () => {
    const id = fc.constantFrom('c1', 'c2', 'c3');
    const calls = fc
      .uniqueArray(id, { minLength: 1 })
      .map((ids): ChatMessage => ({ ...call(''), tool_calls: ids.flatMap((one) => call(one).tool_calls ?? []) }));
    const message = fc.oneof(fc.constantFrom(user('q'), assistant('a')), calls, id.map(result));
    const stored = fc.array(
      fc.array(message, { minLength: 1, maxLength: 6 }).map((messages) => fragment(...messages)),
      { maxLength: 10 },
    );
    const request = fc.array(fc.oneof(fc.constant(user('now')), id.map(result)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(stored, request, fc.integer({ min: 0, max: 5 }), (fragments, current, turns) => {
        const { messages, awaited } = windowOf(fragments, turns, current);
        expect(messages[0]?.role ?? 'user').toBe('user');
        expect(checkToolPairs([...messages, ...[...awaited].map(result), user('now')])).toBeUndefined();
        // What is told of the client's messages is what is wrong with the whole.
        const ofAll = checkToolPairs([...messages, ...current]);
        expect(checkToolPairs(current, awaited)?.message).toBe(ofAll?.message);
      }),
    );
  });
});

describe('a turn that its client brings', () => {
  const first = fragment(user('q'), call('c1'));
  const second = fragment(user('q'), call('c1'), result('c1'), call('c2'));
  const third = fragment(user('q'), call('c1'), result('c1'), call('c2'), result('c2'), assistant('a'));
  const again = fragment(user('q'), { ...call('c1'), content: '' }, result('c1'), assistant('b'));

  it('takes the place of what was stored of it, and of nothing else', () => {
    const window = windowOf([plain(1), first, plain(2), second, third], 4).messages;
    expect(window).toEqual([plain(1), plain(2), third].flatMap(({ messages }) => messages));
    expect(replacedBy([plain(1), first, plain(2)], second)).toEqual([first]);
    expect(replacedBy([plain(1), first, fragment(result('c1'), call('c2'))], third)).toHaveLength(2);
  });

  it('is the same turn where its client asks once more, or goes another way', () => {
    expect(windowOf([second, again], 4).messages).toEqual(again.messages);
    expect(windowOf([third, again], 4).messages).toEqual(again.messages);
  });

  it('is another turn where the assistant had said something else to the same words', () => {
    expect(replacedBy([fragment(user('q'), assistant('yes'))], third)).toEqual([]);
    expect(replacedBy([fragment(user('q'), call('c9'))], third)).toEqual([]);
    expect(replacedBy([fragment(user('p'), call('c1'))], third)).toEqual([]);
  });
});

describe('what is carried', () => {
  const system: ChatMessage = { role: 'system', content: 'be kind' };
  const stored = { ...emptySession, system: [system], fragments: [plain(1)] };
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
    expect(carry([user('q')], emptySession, options).messages[0]).toEqual({
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
