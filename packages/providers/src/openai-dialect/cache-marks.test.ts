import type { ChatBody } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { withoutCacheMarks } from './cache-marks.ts';

const text = { type: 'text', text: 'Long.' };
const plain = { role: 'user', content: [text] } as const;
const tool = { type: 'function', function: { name: 'f' } } as const;

it('a body without marks is the same one, so that its bytes go on as they came', () => {
  const body: ChatBody = { model: 'm', messages: [{ role: 'user', content: 'Hi' }, plain], tools: [tool] };
  expect(withoutCacheMarks(body)).toBe(body);
});

it('what beside a mark has none stays the same', () => {
  const marked = { role: 'user', content: [text, { ...text, cache_control: { type: 'ephemeral' } }] } as const;
  const body: ChatBody = { model: 'm', messages: [plain, marked], tools: [tool] };
  const bare = withoutCacheMarks(body);
  expect(bare.messages[0]).toBe(plain);
  expect(bare.messages[1]?.content?.[0]).toBe(text);
  expect(bare.tools).toBe(body.tools);
});
