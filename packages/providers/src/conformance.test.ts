import { isDeepStrictEqual } from 'node:util';
import { classOf } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { endMarks } from './conformance/end-marks.ts';
import {
  allProviders,
  decodeReads,
  everyAnswer,
  readFixture,
  sourceFiles,
  wholeAnswer,
} from './conformance/fixtures.ts';

describe.each(everyAnswer)('%s, %s', (_provider, _scenario, provider, scenario) => {
  const { plain, stream } = readFixture(provider, scenario.name);
  const half = (at: number) => [stream.subarray(0, at), stream.subarray(at)];

  it('means what it means at every other provider', () => {
    const answer = wholeAnswer(provider.fromNative(plain));
    expect(answer.choices).toHaveLength(1);
    const [choice] = answer.choices;
    expect(choice?.text ?? '').toBe(scenario.text);
    expect(choice?.reasoning).toBe(scenario.reasoning ?? '');
    expect(choice?.finishReason).toBe(scenario.finishReason);
    expect(
      choice?.calls.map(({ function: { name, arguments: text } }) => ({ name, arguments: JSON.parse(text) })),
    ).toEqual(scenario.calls ?? []);
    expect(new Set(choice?.calls.map((call) => call.id)).size).toBe(scenario.calls?.length ?? 0);
  });

  it('counts its tokens in one convention', () => {
    const { usage } = wholeAnswer(provider.fromNative(plain));
    expect(usage).toEqual({
      cachedTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      totalTokens: scenario.usage.promptTokens + scenario.usage.completionTokens,
      ...scenario.usage,
    });
  });

  it('is the same plain and streamed', () => {
    const plainAnswer = wholeAnswer(provider.fromNative(plain));
    const streamed = wholeAnswer(decodeReads(provider, [stream]));
    expect(meaning(streamed)).toEqual(meaning(plainAnswer));
  });

  it('is the same wherever the bytes are cut in two', () => {
    const uncut = decodeReads(provider, [stream]);
    for (let at = 0; at <= stream.length; at += 1) {
      const cut = decodeReads(provider, half(at));
      if (!isDeepStrictEqual(cut, uncut)) expect(cut, `cut at byte ${at}`).toEqual(uncut);
    }
  }, 60_000);

  it('is the same in reads of one byte', () => {
    const bytes = Array.from(stream, (_, at) => stream.subarray(at, at + 1));
    expect(decodeReads(provider, bytes)).toEqual(decodeReads(provider, [stream]));
  });

  it('is a failure when it ends after any event before the end mark', () => {
    const text = Buffer.from(stream).toString('latin1');
    const mark = text.search(endMarks[provider.name]);
    expect(mark).toBeGreaterThan(0);
    for (const { index } of text.matchAll(/\r?\n\r?\n/g)) {
      if (index > mark) break;
      const last = decodeReads(provider, [stream.subarray(0, index)]).at(-1);
      expect(last?.type === 'failure' && classOf(last.failure)).toBe('transient');
    }
  });

  it('is read as a plain answer too when the stream comes unasked', () => {
    const streamed = wholeAnswer(provider.fromNative(Buffer.from(stream).toString('utf8')));
    expect(meaning(streamed)).toEqual(meaning(wholeAnswer(provider.fromNative(plain))));
  });

  it('may begin with a byte order mark, plain and streamed', () => {
    const mark = '\uFEFF';
    expect(provider.fromNative(mark + plain)).toEqual(provider.fromNative(plain));
    const marked = Buffer.concat([Buffer.from(mark), stream]);
    expect(decodeReads(provider, [marked])).toEqual(decodeReads(provider, [stream]));
  });

  it('is read as a stream too when it comes whole', () => {
    const whole = wholeAnswer(decodeReads(provider, [Buffer.from(plain)]));
    expect(meaning(whole)).toEqual(meaning(wholeAnswer(provider.fromNative(plain))));
  });
});

/** All that a client sees, apart from fields that only one of the two forms has. */
function meaning(answer: ReturnType<typeof wholeAnswer>) {
  return {
    usage: answer.usage,
    choices: answer.choices.map((choice) => ({
      text: choice.text ?? '',
      reasoning: choice.reasoning,
      refusal: choice.refusal,
      finishReason: choice.finishReason,
      calls: choice.calls.map(({ function: { name, arguments: text } }) => ({ name, arguments: JSON.parse(text) })),
    })),
  };
}

it.each(allProviders.map((provider) => [provider.name, provider] as const))(
  '%s has the whole cast of files',
  (_, provider) => {
    expect(sourceFiles(provider)).toEqual(
      expect.arrayContaining([
        'index.ts',
        'to-native.ts',
        'from-native.ts',
        'decode-stream.ts',
        'classify.ts',
        'convert-usage.ts',
        'map-finish-reason.ts',
        'list-models.ts',
      ]),
    );
  },
);
