import { type ChatBody, type ChatCall, type ChatMessage, GatewayError, type WrittenBody } from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRequest } from './parse-request.ts';

const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'é', '語', '😀') });
const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('system', 'user', 'assistant'),
    content: text,
    x: fc.json().map((json) => JSON.parse(json)),
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: text,
    tool_calls: fc.constantFrom(null, [
      { id: 'call_1', index: 0, type: 'function', function: { name: 'f', arguments: '{"a": "]"}' } },
    ]),
  }),
);
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: { a: {} } } } }];
const body = fc.record(
  {
    messages: fc.array(message, { minLength: 1, maxLength: 5 }),
    tools: fc.constant(tools),
    metadata: fc.dictionary(text, text),
    stop: fc.array(text, { maxLength: 4 }),
    temperature: fc.constantFrom(0, 0.5, 1e-7),
    '__proto__ ': text,
  },
  { requiredKeys: ['messages'] },
);
/** Long enough to be worth while. */
const padding = { role: 'user', content: 'x'.repeat(5000) };

function read(json: string | Buffer): { readonly body: ChatBody; readonly written?: WrittenBody | undefined } {
  const ask = parseRequest(Buffer.from(json as string));
  if (ask instanceof GatewayError) throw ask;
  return { body: ask.body, written: ask.bytes?.take() };
}

const dialect = [providers.openai, providers.openrouter, providers.openai_compatible];

describe.each(dialect.map((provider) => [provider.name, provider] as const))(
  "a client's own bytes to %s",
  (_, provider) => {
    const sent = (call: ChatCall): unknown => {
      const native = provider.toNative(call, 'secret');
      return 'refused' in native ? native : JSON.parse(String(native.body));
    };

    it('say what would be written anew, whatever was put before them and whatever has to change', () => {
      fc.assert(
        fc.property(
          body,
          fc.integer({ min: 0, max: 3 }),
          fc.array(message, { maxLength: 2 }),
          (given, indent, added) => {
            const json = JSON.stringify(
              { model: 'gpt-4o', ...given, messages: [...given.messages, padding] },
              null,
              indent,
            );
            const { body: parsed, written } = read(json);
            expect(written).toBeDefined();
            const messages = [...(added as ChatMessage[]), ...parsed.messages];
            const whole = added.length === 0 ? parsed : { ...parsed, messages };
            const call = { body: whole, model: 'm', stream: false, defaultMaxTokens: 100 };
            expect(sent({ ...call, written })).toEqual(sent(call));
          },
        ),
      );
    });
  },
);

describe('a body whose bytes are kept', () => {
  const json = (members: string): string => `{"model":"m",${members},"user":"${'x'.repeat(5000)}"}`;
  const messagesOf = ({ written }: ReturnType<typeof read>): string[] | undefined =>
    written?.messages.map(([from, to]) => written.bytes.subarray(from, to).toString());
  const first = '{"role":"user","content":"one"}';
  const second = '{"role":"user","content":"two"}';

  it('has each message where it stands', () => {
    const found = read(json(`"metadata":{"messages":[{"a":"}"}]}, "messages" : [ ${first} ,\n${second}]`));
    expect(messagesOf(found)).toEqual([first, second]);
  });

  it('has of two members with one name the last, as it was read', () => {
    expect(messagesOf(read(json(`"messages":[${first}],"messages":[${second}]`)))).toEqual([second]);
  });

  it.each([
    [
      'a name is written with escapes, which may be another one',
      json(`"messages":[${first}],"m\\u0065ssages":[${second}]`),
    ],
    [
      'a name has letters outside of ASCII, which may be another one in Latin-1',
      json(`"messages":[${first}],"é":{"a":1},"Ã©":{"b":2}`),
    ],
    ['it has more messages than are noted', json(`"messages":[${Array(10_001).fill(first).join()}]`)],
    [
      'it has more members than are noted',
      json(`"messages":[${first}],${Array.from({ length: 10_000 }, (_, at) => `"x${at}":[]`).join()}`),
    ],
    ['it is short', `{"model":"m","messages":[${first}]}`],
    ['the bytes are no UTF-8', Buffer.from(json(`"messages":[${first.replace('one', '\xff')}]`), 'latin1')],
  ])('is not kept where %s', (_, given) => {
    expect(read(given).written).toBeUndefined();
  });

  it('is refused where it is nested too deep, in texts as little as need be', () => {
    const deep = (levels: number): string =>
      json(`"messages":[${first}],"x":${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(read(deep(199)).written).toBeDefined();
    expect(() => read(deep(200))).toThrow('nested deeper than 200 levels');
    expect(read(json(`"messages":[${first.replace('one', '['.repeat(500))}]`)).written).toBeDefined();
  });
});
