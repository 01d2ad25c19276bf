import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, type JsonObject, type ProviderName } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';
import { decodeReads, wholeAnswer } from './fixtures.ts';
import { membersOf, type Recording, readRecordings } from './recordings.ts';

// What real providers answered is not ours to publish: it lies beside the repository on machines that have it.
const folder =
  process.env.PALIMPSEST_RECORDED_DIR ?? fileURLToPath(new URL('../../../../../shared/recorded', import.meta.url));
const recordings = readRecordings(folder);

if (recordings.length === 0) console.warn(`skipped: no recorded answers lie in ${folder}`);

type Member = readonly [key: string, value: Json, parent: JsonObject];

/** Which channel a member is a piece of, if it is text that a model wrote. */
function channelOf([key, value, parent]: Member, provider: ProviderName): 'text' | 'thinking' | undefined {
  if (typeof value !== 'string') return undefined;
  switch (provider) {
    case 'anthropic':
      if (key === 'thinking') return 'thinking';
      return key === 'text' && (parent.type === 'text' || parent.type === 'text_delta') ? 'text' : undefined;
    case 'gemini':
      if (key !== 'text') return undefined;
      return parent.thought === true ? 'thinking' : 'text';
    default:
      if (key === 'reasoning_content' || key === 'reasoning') return 'thinking';
      return key === 'content' ? 'text' : undefined;
  }
}

const isCall = ([key, , parent]: Member): boolean => key === 'name' && typeof parent.name === 'string';

const finishKeys = ['finish_reason', 'stop_reason', 'finishReason'];
const finishWords: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  STOP: 'stop',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

/** What a recording holds, found without the decoders: totals are told last, and the answer's tokens are the total without the prompt's. */
function told({ payloads, provider }: Recording) {
  const members = payloads.flatMap((payload) => [...membersOf(payload)]);
  const pieces = (channel: 'text' | 'thinking') =>
    members.map((member) => (channelOf(member, provider) === channel ? (member[1] as string) : '')).join('');
  const last = (...keys: readonly string[]): number =>
    members
      .flatMap(([key, value]) => (keys.includes(key) && typeof value === 'number' && value > 0 ? value : []))
      .at(-1) ?? 0;
  const calls = members.filter(isCall).map(([, value]) => value);
  const word =
    members.flatMap(([key, value]) => (finishKeys.includes(key) && typeof value === 'string' ? value : [])).at(-1) ??
    '';
  const promptTokens =
    last('input_tokens', 'prompt_tokens', 'promptTokenCount') +
    last('cache_read_input_tokens') +
    last('cache_creation_input_tokens');
  const totalTokens = last('total_tokens', 'totalTokenCount') || promptTokens + last('output_tokens');
  return {
    text: pieces('text'),
    thinking: pieces('thinking'),
    calls,
    finish: calls.length > 0 ? 'tool_calls' : (finishWords[word] ?? word),
    usage: { promptTokens, totalTokens, completionTokens: totalTokens - promptTokens },
  };
}

const isAnswer = ({ payloads }: Recording): boolean =>
  payloads.every((payload) => isJsonObject(payload) && payload.error === undefined && payload.object !== 'list');

const answers = recordings.filter(isAnswer);
const vectors = recordings.filter(({ payloads }) => isJsonObject(payloads[0]) && payloads[0].object === 'list');
const refusals = recordings.filter((recording) =>
  recording.payloads.some((payload) => isJsonObject(payload) && payload.error !== undefined),
);

describe.skipIf(recordings.length === 0)(`recorded answers (${recordings.length} in ${folder})`, () => {
  it.each(answers.map((one) => [one.name, one] as const))('%s decodes to what it holds', (_, one) => {
    const provider = providers[one.provider];
    const events = one.isStream
      ? decodeReads(provider, [one.bytes])
      : provider.fromNative(Buffer.from(one.bytes).toString('utf8'));
    const answer = wholeAnswer(events);
    const { text, thinking, calls, finish, usage } = told(one);
    const [choice, ...others] = answer.choices;
    expect(others).toEqual([]);
    expect([choice?.text ?? '', choice?.reasoning]).toEqual([text, thinking]);
    expect(choice?.calls.map((call) => call.function.name)).toEqual(calls);
    for (const call of choice?.calls ?? []) expect(JSON.parse(call.function.arguments)).toBeTypeOf('object');
    expect(choice?.finishReason).toBe(finish);
    expect(answer.usage).toMatchObject(usage);
  });

  it.each(vectors.map((one) => [one.name, one] as const))('%s decodes to its vectors', (_, one) => {
    const [events, { data }] = [
      providers[one.provider].fromNativeEmbeddings(Buffer.from(one.bytes).toString('utf8')),
      one.payloads[0] as { readonly data: readonly { readonly embedding: Json }[] },
    ];
    expect(events.flatMap((event) => (event.type === 'embedding' ? [event.vector] : []))).toEqual(
      data.map(({ embedding }) => embedding),
    );
    expect(events.find((event) => event.type === 'usage-report')?.usage).toMatchObject(told(one).usage);
    expect(events.at(-1)?.type).toBe('answer-end');
  });

  it.each(refusals.map((one) => [one.name, one] as const))('%s is a failure', (_, one) => {
    const failed = providers[one.provider].fromNative(Buffer.from(one.bytes).toString('utf8')).at(-1);
    expect(failed?.type).toBe('failure');
  });
});
