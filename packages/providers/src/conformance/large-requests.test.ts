import type { ChatBody, ChatMessage, Tool } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { answering, calling, exampleCall, exampleToolCall } from '../conversation/example-call.ts';
import { isRefusal } from '../conversation/refuse.ts';
import { providers } from '../providers.ts';

const many = <T>(count: number, one: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => one(at));

const asking: ChatMessage = { role: 'user', content: 'x' };
const silent: ChatMessage = { role: 'assistant', content: '' };
const texts = (count: number) => many(count, () => ({ type: 'text', text: 'x' }));
const thoughts = (count: number, place: (at: number) => { text: number; calls: number }) => ({
  extra_content: {
    anthropic: {
      thinking_blocks: many(count, () => ({ type: 'redacted_thinking', data: 'x' })),
      places: many(count, place),
    },
  },
});
/** Told apart at its end alone. */
const longId = (at: number) => String(at).padStart(400, 'x');
const levels = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
const tool = (at: number): Tool => ({ type: 'function', function: { name: `f${at}` } });

/** As large as one body may be, or nearly: what looks through all that came before for each piece takes minutes. */
const bodies: Readonly<Record<string, Partial<ChatBody>>> = {
  'one id in every turn': {
    messages: many(60_000, () => [asking, calling(exampleToolCall('a')), answering('a', 'ok')]).flat(),
  },
  'one id in every call of a turn': {
    messages: [asking, calling(...many(80_000, () => exampleToolCall('a'))), answering('a', 'ok')],
  },
  'calls and results of one turn': {
    messages: [
      asking,
      calling(...many(60_000, (at) => exampleToolCall(longId(at)))),
      ...many(60_000, (at) => answering(longId(at), 'ok')),
    ],
  },
  'silent turns, which bring those of the user together': {
    messages: many(120_000, (at) => (at % 2 === 0 ? asking : silent)),
  },
  'parts of one message': { messages: [{ role: 'user', content: texts(160_000) }] },
  'parts of a system message': { messages: [{ role: 'system', content: texts(160_000) }, asking] },
  "parts of the assistant's message": { messages: [asking, { role: 'assistant', content: texts(160_000) }, asking] },
  'parts of a result': {
    messages: [asking, calling(exampleToolCall('a')), { role: 'tool', tool_call_id: 'a', content: texts(160_000) }],
  },
  'thoughts beside parts': {
    messages: [
      asking,
      { role: 'assistant', content: texts(80_000), ...thoughts(80_000, () => ({ text: 0, calls: 0 })) },
      asking,
    ],
  },
  'thoughts in places that are none': {
    messages: [
      asking,
      {
        ...calling(...many(30_000, (at) => exampleToolCall(`t${at}`))),
        ...thoughts(30_000, () => ({ text: 0, calls: -1 })),
      },
      ...many(30_000, (at) => answering(`t${at}`, 'ok')),
    ],
  },
  'levels in the texts of a call and its result': {
    messages: [asking, calling(exampleToolCall('a', 'f', levels(100_000))), answering('a', levels(100_000))],
  },
  'tools, all of them allowed': {
    messages: [asking],
    tools: many(80_000, tool),
    tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: many(80_000, tool).toReversed() } },
  },
};

it.each(
  Object.entries(providers).flatMap(([name, provider]) =>
    Object.entries(bodies).map(([what, body]) => ({ name, what, provider, body })),
  ),
)('$name: a request of many $what is written in one walk', ({ provider, body }) => {
  const call = exampleCall('a-model', body);
  expect(isRefusal(provider.toNative(call, 'secret'))).toBe(false);
});
