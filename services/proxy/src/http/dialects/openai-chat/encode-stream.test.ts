import { type ChatEvent, type JsonObject, requestId, usageOf } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { answerFrame } from './answer-frame.ts';
import { createStreamEncoder } from './encode-stream.ts';

const request = requestId('req_01J0000000000000000000000A');
const encoded = (events: readonly ChatEvent[], includeUsage = false, upstreamId?: string) => {
  const encode = createStreamEncoder(
    answerFrame({ requestId: request, model: 'asked', upstreamId: upstreamId ?? undefined, created: 7 }),
    { includeUsage, oldForm: false },
  );
  return events
    .map(encode)
    .join('')
    .split('\n\n')
    .filter(Boolean)
    .map((block) => block.replace(/^data: /, ''));
};
const chunks = (blocks: readonly string[]) =>
  blocks
    .filter((block) => block !== '[DONE]')
    .map(
      (block) => JSON.parse(block) as JsonObject & { choices: { delta: JsonObject; finish_reason: string | null }[] },
    );

const answer: ChatEvent[] = [
  { type: 'answer-start', id: 'msg_1', created: undefined, fields: { system_fingerprint: 'fp' } },
  { type: 'text-delta', choice: 0, text: 'a' },
  { type: 'tool-call-start', choice: 0, index: 0, id: 'call_1', name: 'f' },
  { type: 'tool-call-delta', choice: 0, index: 0, arguments: '{}' },
  { type: 'choice-end', choice: 0, finishReason: 'tool_calls', raw: undefined },
  { type: 'usage-report', usage: usageOf({ promptTokens: 2, completionTokens: 3 }) },
  { type: 'answer-end' },
];

describe('a stream for the client', () => {
  it('has one id and one model on every chunk, and ends with [DONE]', () => {
    const blocks = encoded(answer);
    expect(blocks.at(-1)).toBe('[DONE]');
    for (const chunk of chunks(blocks))
      expect(chunk).toMatchObject({
        id: 'chatcmpl-01J0000000000000000000000A',
        model: 'asked',
        created: 7,
        object: 'chat.completion.chunk',
        system_fingerprint: 'fp',
      });
  });

  it("keeps the upstream's id where it has OpenAI's form", () => {
    expect(chunks(encoded(answer, false, 'chatcmpl-abc'))[0]?.id).toBe('chatcmpl-abc');
  });

  it('has the role in the first chunk alone and the finish reason in the last alone', () => {
    const all = chunks(encoded(answer));
    expect(all.map((chunk) => chunk.choices[0]?.delta.role)).toEqual([
      'assistant',
      ...all.slice(1).map(() => undefined),
    ]);
    expect(all.map((chunk) => chunk.choices[0]?.finish_reason)).toEqual([
      ...all.slice(1).map(() => null),
      'tool_calls',
    ]);
  });

  it('has the usage chunk only when it was asked for, just before [DONE]', () => {
    expect(chunks(encoded(answer)).every((chunk) => chunk.choices.length === 1 && !('usage' in chunk))).toBe(true);
    const asked = chunks(encoded(answer, true));
    expect(asked.filter((chunk) => chunk.choices.length === 0)).toHaveLength(1);
    expect(asked.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
    });
    expect(asked.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
  });
});
