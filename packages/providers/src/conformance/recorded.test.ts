import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, type JsonObject, type ProviderName } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';
import { decodeReads, wholeAnswer } from './fixtures.ts';
import { membersOf, type Recording, readRecordings } from './recordings.ts';

const folder =
  process.env.PALIMPSEST_RECORDED_DIR ?? fileURLToPath(new URL('../../../../../shared/recorded', import.meta.url));
const recordings = readRecordings(folder);

type Member = readonly [key: string, value: Json, parent: JsonObject];

/** The piece of visible text that a member is, if it is one. */
function textOf([key, value, parent]: Member, provider: ProviderName): string {
  if (typeof value !== 'string') return '';
  const isText =
    provider === 'anthropic'
      ? key === 'text' && (parent.type === 'text' || parent.type === 'text_delta')
      : provider === 'gemini'
        ? key === 'text' && parent.thought !== true
        : key === 'content';
  return isText ? value : '';
}

const isCall = ([key, , parent]: Member): boolean => key === 'name' && typeof parent.name === 'string';

function told({ payloads, provider }: Recording) {
  const members = payloads.flatMap((payload) => [...membersOf(payload)]);
  const totals = members.filter(([key]) => ['total_tokens', 'totalTokenCount', 'output_tokens'].includes(key));
  return {
    text: members.map((member) => textOf(member, provider)).join(''),
    calls: members.filter(isCall).map(([, value]) => value),
    tokens: totals.at(-1)?.[1],
  };
}

const isAnswer = ({ payloads }: Recording): boolean =>
  payloads.every((payload) => isJsonObject(payload) && payload.error === undefined && payload.object !== 'list');

const answers = recordings.filter(isAnswer);
const refusals = recordings.filter((recording) =>
  recording.payloads.some((payload) => isJsonObject(payload) && payload.error !== undefined),
);

describe.skipIf(recordings.length === 0)(`recorded answers (${recordings.length} in ${folder})`, () => {
  it.each(answers.map((one) => [one.name, one] as const))('%s decodes to what it holds', async (_, one) => {
    const provider = providers[one.provider];
    const events = one.isStream
      ? await decodeReads(provider, [one.bytes])
      : provider.fromNative(Buffer.from(one.bytes).toString('utf8'));
    const answer = wholeAnswer(events);
    const { text, calls, tokens } = told(one);
    expect(answer.choices.map((choice) => choice.text ?? '')).toEqual([text]);
    expect(answer.choices.flatMap((choice) => choice.calls.map((call) => call.function.name))).toEqual(calls);
    for (const call of answer.choices[0]?.calls ?? []) expect(JSON.parse(call.function.arguments)).toBeTypeOf('object');
    expect([answer.usage?.totalTokens, answer.usage?.completionTokens]).toContain(tokens);
    expect(answer.choices[0]?.finishReason === 'tool_calls').toBe(calls.length > 0);
  });

  it.each(refusals.map((one) => [one.name, one] as const))('%s is a failure', (_, one) => {
    const failed = providers[one.provider].fromNative(Buffer.from(one.bytes).toString('utf8')).at(-1);
    expect(failed?.type).toBe('failure');
  });
});
