import { describe, expect, it } from 'vitest';
import { ToolCallReader } from './tool-calls.ts';

type Piece = { index?: number; id?: string; function?: { name?: string; arguments?: string | object } };

/** The calls that a stream of such pieces makes up. */
function read(...deltas: readonly (readonly Piece[])[]) {
  const reader = new ToolCallReader(0);
  const events = deltas.flatMap((delta) => [...reader.read(JSON.parse(JSON.stringify(delta)), 'chatcmpl-1')]);
  events.push(...(reader.end() ?? []));
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  for (const event of events) {
    if (event.type === 'tool-call-start')
      calls.push({ index: event.index, id: event.id, name: event.name, arguments: '' });
    if (event.type === 'tool-call-delta') {
      const call = calls[event.index];
      if (call !== undefined) call.arguments += event.arguments;
    }
  }
  return calls;
}

const call = (index: number, id: string, name: string, text: string) => ({ index, id, name, arguments: text });

describe('tool calls', () => {
  it('are put together by their number', () => {
    expect(
      read(
        [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }],
        [{ index: 1, id: 'b', function: { name: 'g', arguments: '' } }],
        [
          { index: 0, function: { arguments: '{"x":' } },
          { index: 1, function: { arguments: '{}' } },
        ],
        [{ index: 0, function: { arguments: '1}' } }],
      ),
    ).toEqual([call(0, 'a', 'f', '{"x":1}'), call(1, 'b', 'g', '{}')]);
  });

  it('are numbered from 0 without gaps, whatever the server counts', () => {
    expect(
      read(
        [{ index: 2, id: 'a', function: { name: 'f', arguments: '{}' } }],
        [{ index: 7, id: 'b', function: { name: 'g', arguments: '{}' } }],
      ),
    ).toEqual([call(0, 'a', 'f', '{}'), call(1, 'b', 'g', '{}')]);
  });

  it('are told apart by id where the number is missing', () => {
    expect(
      read(
        [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
        [{ id: 'b', function: { name: 'f', arguments: '{"x":2}' } }],
      ),
    ).toEqual([call(0, 'a', 'f', '{"x":1}'), call(1, 'b', 'f', '{"x":2}')]);
  });

  it('are told apart by id where the number is always 0', () => {
    expect(
      read(
        [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
        [{ index: 0, id: 'b', function: { name: 'g', arguments: '{"x":' } }],
        [{ index: 0, function: { arguments: '2}' } }],
      ),
    ).toEqual([call(0, 'a', 'f', '{"x":1}'), call(1, 'b', 'g', '{"x":2}')]);
  });

  it('are told apart by complete arguments where neither number nor id tells', () => {
    const calls = read(
      [{ index: 0, function: { name: 'f', arguments: '{"x":1}' } }],
      [{ index: 0, function: { name: 'f', arguments: '{"x":2}' } }],
    );
    expect(calls.map(({ arguments: text }) => text)).toEqual(['{"x":1}', '{"x":2}']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it('stay one where id and name are repeated on every piece', () => {
    const piece = (text: string) => [{ index: 0, id: 'a', function: { name: 'f', arguments: text } }];
    expect(read(piece('{"x"'), piece(':1'), piece('}'))).toEqual([call(0, 'a', 'f', '{"x":1}')]);
  });

  it('get ids of their own where the server repeats one for two calls', () => {
    const calls = read([
      { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
      { index: 1, id: 'a', function: { name: 'f', arguments: '{}' } },
    ]);
    expect(calls.map(({ id }) => id)).toEqual(['a', 'call_0_1_chatcmpl1']);
  });

  it('get the same stand-in for a missing id at every reading, short enough for OpenAI', () => {
    const once = () => read([{ index: 0, function: { name: 'f', arguments: '{}' } }]);
    expect(once()).toEqual(once());
    expect(once()[0]?.id).toMatch(/^[A-Za-z0-9_]{1,40}$/);
  });

  it('wait for their name, and lose nothing meanwhile', () => {
    expect(
      read(
        [{ index: 0, id: 'a', function: { arguments: '{"x"' } }],
        [{ index: 0, function: { name: 'f', arguments: ':1}' } }],
      ),
    ).toEqual([call(0, 'a', 'f', '{"x":1}')]);
  });

  it('have an empty object for missing arguments, and a text for arguments that are none', () => {
    expect(read([{ id: 'a', function: { name: 'f', arguments: '' } }])).toEqual([call(0, 'a', 'f', '{}')]);
    expect(read([{ id: 'a', function: { name: 'f', arguments: { x: 1 } } }])).toEqual([call(0, 'a', 'f', '{"x":1}')]);
  });

  it('that never get a name are a fault', () => {
    const reader = new ToolCallReader(0);
    reader.read([{ index: 0, id: 'a', function: { arguments: '{}' } }], undefined);
    expect(reader.end()).toBeUndefined();
  });
});
