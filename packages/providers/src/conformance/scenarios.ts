import type { FinishReason, Usage } from '@palimpsest/domain';

/** What one answer means, whichever provider gave it: every provider folder holds it in its own wire form under `__fixtures__/<name>/`. */
export type Scenario = {
  readonly name: string;
  readonly text: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[];
  readonly finishReason: FinishReason;
  readonly usage: Pick<Usage, 'promptTokens' | 'completionTokens'> & Partial<Usage>;
};

/** `plain.json` is the body of a plain answer, `stream.sse` the bytes of a streamed one. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'text',
    text: 'Hello, world!',
    finishReason: 'stop',
    usage: { promptTokens: 12, completionTokens: 5 },
  },
  {
    name: 'many-alphabets',
    text: '你好🙂é\n"quoted" \\ done',
    finishReason: 'stop',
    usage: { promptTokens: 20, completionTokens: 14 },
  },
  {
    name: 'tool-call',
    text: '',
    calls: [{ name: 'get_weather', arguments: { city: 'Oslo', days: 3 } }],
    finishReason: 'tool_calls',
    usage: { promptTokens: 80, completionTokens: 21 },
  },
  {
    name: 'parallel-tool-calls',
    text: 'I look it up.',
    calls: [
      { name: 'get_weather', arguments: { city: 'Oslo' } },
      { name: 'get_weather', arguments: { city: 'Rome' } },
      { name: 'get_time', arguments: {} },
    ],
    finishReason: 'tool_calls',
    usage: { promptTokens: 95, completionTokens: 60 },
  },
  {
    name: 'reasoning',
    text: 'It is 42.',
    reasoning: 'Six times seven.',
    finishReason: 'stop',
    usage: { promptTokens: 30, completionTokens: 48, reasoningTokens: 40 },
  },
  {
    name: 'cached-prompt',
    text: 'Yes.',
    finishReason: 'stop',
    usage: { promptTokens: 1100, completionTokens: 2, cachedTokens: 1024 },
  },
  {
    name: 'length',
    text: 'Once upon a',
    finishReason: 'length',
    usage: { promptTokens: 9, completionTokens: 3 },
  },
  {
    name: 'filtered',
    text: '',
    finishReason: 'content_filter',
    usage: { promptTokens: 11, completionTokens: 0 },
  },
];
